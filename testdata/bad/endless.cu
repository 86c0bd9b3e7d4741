__global__ void wait(volatile int *flag)
{
	__shared__ volatile int go;
	while (!go)
		if (*flag)
			go = 1;
	for (;;)
		go = go + 1;
}

void launch(int *flag)
{
	wait<<<1, 256>>>(flag);
}
