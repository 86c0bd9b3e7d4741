#!/usr/bin/env bash
# The cache that machines share, with a real Redis and a real nginx: hits from another folder, damage, servers that are killed,
# dead and slow.
#   SMEMLINT=build/smemlint SCRATCH=folder remote_cache.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need python3 git

start_scratch
SCRATCH=$(cd "$SCRATCH" && pwd -P)
export HOME=$SCRATCH/home XDG_CACHE_HOME=$SCRATCH/home/cache XDG_CONFIG_HOME=$SCRATCH/home/config
unset SMEMLINT_REMOTE_CACHE
mkdir -p "$XDG_CONFIG_HOME/smemlint"
files=6

make_project() { # FOLDER
	mkdir -p "$1/.git" "$1/include" "$1/src"
	echo 'enum { COLUMNS = 32 };' > "$1/include/tile.h"
	for i in $(seq $files); do
		cat > "$1/src/k$i.cu" <<END
#include "tile.h"
__global__ void k$i(float *out) {
	__shared__ float tile[32][COLUMNS];
	tile[threadIdx.y][threadIdx.x] = 1;
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void go$i(float *p) { k$i<<<1, dim3(32, 32)>>>(p); }
END
	done
	for i in $(seq $files); do
		printf '%s{"directory": "%s", "file": "%s/src/k%d.cu", "command": "nvcc -I%s/include -c %s/src/k%d.cu"}' \
			"$([ "$i" = 1 ] && echo '[' || echo ',')" "$1" "$1" "$i" "$1" "$1" "$i"
	done > "$1/compile_commands.json"
	echo ']' >> "$1/compile_commands.json"
	find "$1" -type f -exec touch -d '1 minute ago' {} + # what changes in a run is not kept
}
make_project "$SCRATCH/one"
make_project "$SCRATCH/elsewhere/two"

n=0
lint() { # FOLDER OPTION...: with a fresh local cache; the findings are in $output, the rest in $messages
	local folder=$1 status=0
	shift
	n=$((n + 1))
	output=$(cd "$folder" && "$SMEMLINT" --cuda-path none --stats --cache-dir "$SCRATCH/local$n" "$@" 2> "$SCRATCH/messages") || status=$?
	messages=$(cat "$SCRATCH/messages")
	is "$status" 1
}
hits() { awk '/from the cache that machines share/ { n = $1 } END { print n + 0 }' <<< "$messages"; }

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

started=
trap 'for pid in $started; do kill -9 "$pid" 2>/dev/null || true; done' EXIT
until_open() { # PORT PID
	for _ in $(seq 100); do
		(exec 3<> "/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
		kill -0 "$2" 2>/dev/null || break
		sleep 0.1
	done
	fail "no server at port $1"
}

# What holds with any server.  The first run fills it, the second one, in another folder, needs no analysis.
shares() { # ADDRESS
	lint "$SCRATCH/one" --remote-cache "$1"
	is "$(hits)" 0
	expected=$output
	lint "$SCRATCH/elsewhere/two" --remote-cache "$1"
	is "$(hits)" $files
	is "$output" "$expected"
	has_not "$messages" "not asked again"
	# Paths that are absolute are those of this folder.
	lint "$SCRATCH/elsewhere/two" --remote-cache "$1" "$SCRATCH/elsewhere/two/src/k1.cu"
	lint "$SCRATCH/one" --remote-cache "$1" "$SCRATCH/one/src/k1.cu"
	is "$(hits)" 1
	has "$output" "$SCRATCH/one/src/k1.cu:6:"
	has_not "$output" elsewhere
	# Another content of a header is another entry, and the first one stays.
	echo 'enum { COLUMNS = 16 + 16 };' > "$SCRATCH/one/include/tile.h"
	touch -d '1 minute ago' "$SCRATCH/one/include/tile.h"
	lint "$SCRATCH/one" --remote-cache "$1"
	is "$(hits)" 0
	lint "$SCRATCH/elsewhere/two" --remote-cache "$1"
	is "$(hits)" $files
	echo 'enum { COLUMNS = 32 };' > "$SCRATCH/one/include/tile.h"
	touch -d '1 minute ago' "$SCRATCH/one/include/tile.h"
	# What is kept on this machine is not asked for.
	ends_with 1 env -C "$SCRATCH/one" "$SMEMLINT" --cuda-path none --cache-dir "$SCRATCH/kept" --remote-cache "$1"
	ends_with 1 env -C "$SCRATCH/one" "$SMEMLINT" --cuda-path none --cache-dir "$SCRATCH/kept" --remote-cache http://127.0.0.1:1/ -q
	has_not "$output" "not asked"
	# Where the folder that is elsewhere is not named, nothing is the same.
	lint "$SCRATCH/elsewhere/two" --base-dir "$SCRATCH/elsewhere/two/src" --remote-cache "$1|read-only"
	is "$(hits)" 0
}

lint "$SCRATCH/one"
clean=$output

# --- Redis ------------------------------------------------------------------------------------------
if command -v redis-server >/dev/null && command -v redis-cli >/dev/null; then
	port=$(free_port)
	redis() { redis-cli -p "$port" --raw --no-auth-warning -a 's3cret' "$@"; }
	start_redis() {
		mkdir -p "$SCRATCH/redis"
		redis-server --port "$port" --bind 127.0.0.1 --save '' --dir "$SCRATCH/redis" --requirepass s3cret > "$SCRATCH/redis.log" 2>&1 &
		server=$!
		started="$started $server"
		until_open "$port" $server
	}
	start_redis
	address="redis://s3cret@127.0.0.1:$port|operation-timeout=5000|wait=60000" # the machine may be busy
	shares "$address"
	# A name is digits, and no value has a path of this machine.
	redis keys '*' > "$SCRATCH/names"
	[ "$(wc -l < "$SCRATCH/names")" -ge $((2 * files)) ] || fail "too few values: $(cat "$SCRATCH/names")"
	is "$(grep -vxE 'smemlint:[0-9a-f]{32}' "$SCRATCH/names" || true)" ""
	while read -r name; do redis get "$name"; done < "$SCRATCH/names" > "$SCRATCH/values"
	grep -qa 'src/k1.cu' "$SCRATCH/values" || fail "the values have no names of files: what is looked at here?"
	! grep -qa -e "$SCRATCH" -e s3cret "$SCRATCH/values" || fail "a value has a path of this machine"
	# Damaged in all ways, values count as none; they are replaced.
	for damage in 'x' '' "$(head -c 300 "$SCRATCH/values" | tr -d '\0')"; do
		while read -r name; do redis set "$name" "$damage"; done < "$SCRATCH/names" > /dev/null
		lint "$SCRATCH/elsewhere/two" --remote-cache "$address"
		is "$(hits)" 0
		is "$output" "$clean"
	done
	while read -r name; do redis setrange "$name" 60 xx; done < "$SCRATCH/names" > /dev/null # one byte of many
	lint "$SCRATCH/elsewhere/two" --remote-cache "$address"
	is "$(hits)" 0
	lint "$SCRATCH/one" --remote-cache "$address"
	is "$(hits)" $files
	# Whom it belongs to: the environment, the user's own configuration, but never the project's.
	SMEMLINT_REMOTE_CACHE=$address lint "$SCRATCH/one"
	is "$(hits)" $files
	echo "remote-cache: $address" > "$XDG_CONFIG_HOME/smemlint/config.yaml"
	lint "$SCRATCH/one"
	is "$(hits)" $files
	SMEMLINT_REMOTE_CACHE='' lint "$SCRATCH/one"
	is "$(hits)" 0
	mv "$XDG_CONFIG_HOME/smemlint/config.yaml" "$SCRATCH/one/.smemlint.yaml"
	ends_with 2 env -C "$SCRATCH/one" "$SMEMLINT" --cuda-path none --stats --cache-dir "$SCRATCH/project"
	has "$output" "'remote-cache' counts in your own configuration only"
	has_not "$output" "machines share"
	rm "$SCRATCH/one/.smemlint.yaml"
	lint "$SCRATCH/one" --remote-cache "redis://wrong@127.0.0.1:$port"
	has "$messages" "the cache at redis://127.0.0.1:$port is not asked again in this run: it refuses the password"
	has_not "$messages" wrong
	# Killed in the middle: when it has the first values, before the last file.
	redis flushall > /dev/null
	(
		until [ "$(redis dbsize)" -ge 2 ]; do sleep 0.02; done
		kill -9 $server
	) &
	watcher=$!
	lint "$SCRATCH/one" -j 1 --remote-cache "$address"
	wait $watcher
	is "$output" "$clean"
	has "$messages" "the cache at redis://127.0.0.1:$port is not asked again in this run: "
	# Dead.
	lint "$SCRATCH/one" --remote-cache "$address"
	is "$output" "$clean"
	has "$messages" "Connection refused"
	lint "$SCRATCH/one" --remote-cache "$address" -q
	has_not "$messages" "not asked again"
else
	echo "no redis-server: not tried"
fi

# --- HTTP -------------------------------------------------------------------------------------------
if command -v nginx >/dev/null; then
	port=$(free_port)
	mkdir -p "$SCRATCH/nginx/files"
	cat > "$SCRATCH/nginx/conf" <<END
daemon off; master_process off; pid $SCRATCH/nginx/pid; error_log $SCRATCH/nginx/log;
events {}
http {
	access_log $SCRATCH/nginx/access;
	client_body_temp_path $SCRATCH/nginx/body; proxy_temp_path $SCRATCH/nginx/p; fastcgi_temp_path $SCRATCH/nginx/f;
	uwsgi_temp_path $SCRATCH/nginx/u; scgi_temp_path $SCRATCH/nginx/s;
	server {
		listen 127.0.0.1:$port;
		root $SCRATCH/nginx/files;
		location / { dav_methods PUT; create_full_put_path on; client_max_body_size 20m; }
		location /closed { return 403; }
	}
}
END
	nginx -p "$SCRATCH/nginx" -c conf > "$SCRATCH/nginx.log" 2>&1 &
	server=$!
	started="$started $server"
	until_open "$port" $server
	address="http://user:s3cret@127.0.0.1:$port/cache|operation-timeout=5000|wait=60000"
	shares "$address"
	is "$(cd "$SCRATCH/nginx/files/cache" && find . -type f | grep -vxE '\./[0-9a-f]{2}/[0-9a-f]{30}' || true)" ""
	for file in "$SCRATCH"/nginx/files/cache/*/*; do truncate -s -1 "$file"; done
	lint "$SCRATCH/elsewhere/two" --remote-cache "$address"
	is "$(hits)" 0
	is "$output" "$clean"
	# As bazel-remote has them, and all in one folder.
	lint "$SCRATCH/one" --remote-cache "http://127.0.0.1:$port/bazel/|layout=bazel"
	is "$(cd "$SCRATCH/nginx/files/bazel" && find . -type f | grep -vxE '\./ac/[0-9a-f]{64}' || true)" ""
	lint "$SCRATCH/elsewhere/two" --remote-cache "http://127.0.0.1:$port/bazel/|layout=bazel"
	is "$(hits)" $files
	lint "$SCRATCH/one" --remote-cache "http://127.0.0.1:$port/flat|layout=flat|operation-timeout=5000"
	is "$(find "$SCRATCH/nginx/files/flat" -mindepth 1 -type d)" ""
	lint "$SCRATCH/one" --remote-cache "http://user:s3cret@127.0.0.1:$port/closed"
	has "$messages" "the cache at http://127.0.0.1:$port is not asked again in this run: it answers with status 403"
	has_not "$messages" s3cret
	before=$(find "$SCRATCH/nginx/files" -type f | wc -l)
	lint "$SCRATCH/one" --remote-cache "http://127.0.0.1:$port/new|read-only"
	is "$(find "$SCRATCH/nginx/files" -type f | wc -l)" "$before"
	rm -r "$SCRATCH/nginx/files/cache"
	(
		until [ -n "$(ls "$SCRATCH/nginx/files/cache" 2>/dev/null)" ]; do sleep 0.02; done
		kill -9 $server
	) &
	watcher=$!
	lint "$SCRATCH/one" -j 1 --remote-cache "$address"
	wait $watcher
	is "$output" "$clean"
	has "$messages" "the cache at http://127.0.0.1:$port is not asked again in this run: "
	has_not "$messages" s3cret
else
	echo "no nginx: not tried"
fi

# --- servers that do not do what they should ----------------------------------------------------------
# It counts connections and requests, and writes them down when it is told to end.
cat > "$SCRATCH/server.py" <<'END'
import socket, sys, threading, time
kind, port, log = sys.argv[1], int(sys.argv[2]), sys.argv[3]
listener = socket.create_server(('127.0.0.1', port))
def note(word):
    with open(log, 'a') as file:
        file.write(word + '\n')
def serve(connection):
    with connection:
        while data := connection.recv(65536):
            note('request')
            if kind == 'slow':
                time.sleep(0.06)
                connection.sendall(b'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
            elif kind == 'endless':
                connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n')
                try:
                    while True:
                        connection.sendall(b'x' * 65536)
                except OSError:
                    return
            elif kind == 'noise':
                connection.sendall(b'\xff\x00 hello\r\n' * 20)
while True:
    connection, _ = listener.accept()
    note('connection')
    threading.Thread(target=serve, args=(connection,), daemon=True).start()
END
stands_in() { # KIND SCHEME
	port=$(free_port)
	: > "$SCRATCH/counted"
	python3 "$SCRATCH/server.py" "$1" "$port" "$SCRATCH/counted" &
	server=$!
	started="$started $server"
	until_open "$port" $server
	sleep 0.2
	: > "$SCRATCH/counted" # that was until_open
	lint "$SCRATCH/one" -j 16 --remote-cache "$2://127.0.0.1:$port" # there is always something that could be started
	kill $server
	is "$output" "$clean"
	has "$messages" "is not asked again in this run: "
	connections=$(grep -c connection "$SCRATCH/counted") requests=$(grep -c request "$SCRATCH/counted")
}
# One that never answers is asked once, for as long as a connection and an answer may take: 0.3 and 0.6 s.
stands_in silent redis && is "$connections $requests" "1 1"
stands_in silent http && is "$connections $requests" "1 1"
grep -q 'REMOTE_CONNECT_MS = 300,' analyzer/cache/remote/remote.h && grep -q 'REMOTE_OPERATION_MS = 600,' analyzer/cache/remote/remote.h ||
	fail "the limits are others than those of docs/users/cache.md"
stands_in noise redis && is "$connections" 1
stands_in noise http && is "$connections" 1
# 60 ms for each answer, of which 20 are free: ten bring nothing for 0.4 s, one more is too much.
stands_in slow http
[ "$requests" -le 11 ] || fail "a slow server was asked $requests times"
# What is longer than any value is not read to its end.
port=$(free_port)
python3 "$SCRATCH/server.py" endless "$port" /dev/null &
started="$started $!"
until_open "$port" $!
lint "$SCRATCH/one" --remote-cache "http://127.0.0.1:$port"
is "$output" "$clean"

# --- addresses ----------------------------------------------------------------------------------------
refused() { # ADDRESS WORDS
	ends_with 2 env -C "$SCRATCH/one" "$SMEMLINT" --cache-dir "$SCRATCH/refused" --remote-cache "$1"
	has "$output" "smemlint: error: --remote-cache: $2"
	has_not "$output" s3cret
}
refused s3cret "expected redis://HOST[:PORT] or http://HOST[:PORT]/PATH"
refused ftp://user:s3cret@host "'ftp' is no kind of server that smemlint knows; expected redis://"
refused redis://user:s3cret@ "expected redis://"
refused redis://:s3cret@host:70000 "expected redis://"
refused "redis://host|layout=heap" "cannot read its attribute 'layout=heap'"
refused "redis://host|wait=x" "cannot read its attribute 'wait=x'"
refused "redis://host|connect-timeout=0" "cannot read its attribute 'connect-timeout=0'"
