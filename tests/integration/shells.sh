#!/usr/bin/env bash
# The manual page by its readers, completions in the shells that are here.
set -euo pipefail
. "$(dirname "$0")/common.sh"

start_scratch
tried=0

"$SMEMLINT" --man >"$SCRATCH/smemlint.1"
if command -v mandoc >/dev/null; then
	output=$(mandoc -T lint -W warning "$SCRATCH/smemlint.1") || fail "mandoc: $output"
	tried=1
fi
if command -v groff >/dev/null; then
	output=$(groff -ww -man -T utf8 -rLL=100n "$SCRATCH/smemlint.1" 2>&1 >"$SCRATCH/page") || fail "groff: $output"
	is "$output" ""
	has "$(sed 's/\x1b\[[0-9;]*m//g; s/.\x08//g' "$SCRATCH/page")" "--explain=RULE"
	tried=1
fi

mkdir "$SCRATCH/sources"
touch "$SCRATCH/sources/a.cu" "$SCRATCH/sources/notes.txt"
for shell in bash zsh fish; do
	"$SMEMLINT" --completions "$shell" >"$SCRATCH/smemlint.$shell"
done
cp "$SCRATCH/smemlint.zsh" "$SCRATCH/_smemlint"

# What bash offers for words; the last is what is being written.
bash_offers() {
	bash --norc --noprofile -c '
		cd "$1/sources"; . "$1/smemlint.bash"; compopt() { :; }; shift
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _smemlint; echo "${COMPREPLY[*]}"' bash "$SCRATCH" "$@"
}
is "$(bash_offers smemlint --form)" "--format"
is "$(bash_offers smemlint --format s)" "sarif"
is "$(bash_offers smemlint --format = gi)" "github gitlab"
is "$(bash_offers smemlint verify --format =)" "text json sarif"
is "$(bash_offers smemlint --stats = j)" "json"
has "$(bash_offers smemlint --stats '')" "a.cu"
is "$(bash_offers smemlint --explain smem-run)" "smem-runtime-stride"
is "$(bash_offers smemlint --output sar)" "sarif:"
is "$(bash_offers smemlint --output sarif : no)" "notes.txt"
has "$(bash_offers smemlint '')" "facts map banks verify "
has "$(bash_offers smemlint '')" " a.cu"
is "$(bash_offers smemlint facts --ma)" ""
is "$(bash_offers smemlint banks --ex)" "--expr"
is "$(bash_offers smemlint a.cu -- --ex)" ""

if command -v zsh >/dev/null; then
	# A terminal so wide that no line of it is broken, however long the folder's name is.
	mkdir "$SCRATCH/zsh"
	cat >"$SCRATCH/zsh/.zshrc" <<-EOF
		stty columns 2000
		cd "$SCRATCH/sources"
		PS1=
		fpath=("$SCRATCH" \$fpath)
		autoload -Uz compinit
		compinit -u -d "$SCRATCH/zdump"
		setopt nobeep
		unsetopt zle_bracketed_paste
		LISTMAX=500
		print -r ready-now
	EOF
	zsh_offers() { # LINE: what stands on it after a tab, and the list below
		ZDOTDIR=$SCRATCH/zsh timeout 30 zsh -f -c '
			zmodload zsh/zpty
			zpty w zsh +o globalrcs -i
			zpty -r -m w line "*ready-now*"
			zpty -w -n w "$1"$'"'\\t'"'
			sleep 2
			zpty -w -n w $'"'\\C-a'"'"print -r -- "$'"'\\C-e'"'"; print -r end-of-it"$'"'\\n'"'
			zpty -r -m w line "*end-of-it*end-of-it*"
			print -r -- "$line"' zsh "$1" | tr -d '\r' | sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g'
	}
	has "$(zsh_offers 'smemlint --explain=smem-run')" "--explain=smem-runtime-stride"
	has "$(zsh_offers 'smemlint --format sar')" "sarif"
	has "$(zsh_offers 'smemlint banks --dec')" "--decl"
	tried=1
fi

if command -v fish >/dev/null; then
	fish_offers() {
		(cd "$SCRATCH/sources" && HOME=$SCRATCH fish --no-config -c "source $SCRATCH/smemlint.fish; complete -C '$1'") | cut -f1 | tr '\n' ' '
	}
	is "$(fish_offers 'smemlint --form')" "--format "
	is "$(fish_offers 'smemlint --format sa')" "sarif "
	is "$(fish_offers 'smemlint --format=sa')" "--format=sarif "
	is "$(fish_offers 'smemlint --explain smem-run')" "smem-runtime-stride "
	is "$(fish_offers 'smemlint facts --ma')" ""
	is "$(fish_offers 'smemlint banks --dec')" "--decl "
	has "$(fish_offers 'smemlint f')" "facts"
	tried=1
fi
[ $tried -eq 1 ] || skip "there is neither mandoc nor groff, zsh nor fish here"
