/* What headers that are not found would declare, guessed from the compiler's errors and from the program's text. */
#ifndef SMEMLINT_FRONTEND_GUESS_H
#define SMEMLINT_FRONTEND_GUESS_H

#include "frontend/uses.h"
#include "lower/instances.h"

typedef struct Guess {
	Arena *arena;
	NameList wanted;   /* qualified, in the order in which they were found */
	NameList headers;  /* to include */
	const char *text;  /* of the header that declares them; NULL: nothing is known yet */
	bool is_worth;     /* set once there is an error near code of the device */
} Guess;

/* Learns from the errors of lo->tu; true: there are new names. */
bool guess_learn(Guess *guess, Lower *lo, const FileList *files);

#endif
