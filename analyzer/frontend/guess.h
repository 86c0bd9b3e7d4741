/* What headers that are not found would declare, guessed from the compiler's errors and from the program's text; and headers of
 * known names that the program does not include, as another version of the compiler's library may have done. */
#ifndef SMEMLINT_FRONTEND_GUESS_H
#define SMEMLINT_FRONTEND_GUESS_H

#include "frontend/uses.h"
#include "lower/instances.h"

/* A header that declares a name of the program. */
typedef struct GuessedHeader {
	const char *header, *name;
	Loc at; /* where the name is used */
} GuessedHeader;

typedef struct Guess {
	Arena *arena;
	NameList wanted;   /* qualified, in the order in which they were found */
	VEC(GuessedHeader) headers; /* to include, if they are there */
	const char *text;  /* of the header that declares them; NULL: nothing is known yet */
	bool is_worth;     /* set once there is an error near code of the device, or of a known name if there are only these */
	bool only_known;   /* no header is missing: names that names.def does not have are errors */
} Guess;

/* Learns from the errors of lo->tu; true: there are new names. */
bool guess_learn(Guess *guess, Lower *lo, const FileList *files);

#endif
