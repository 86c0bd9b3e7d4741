/* #include lines whose headers are precompiled for several sources. */
#ifndef SMEMLINT_CORE_LEADING_H
#define SMEMLINT_CORE_LEADING_H

typedef struct Leading {
	const char *text;           /* the lines; NULL: none */
	const char *folder;         /* in which quoted names are found, that of the sources; NULL: in none, so that it does not matter */
	const struct Leading *base; /* what comes before them and is precompiled by itself, for more sources; NULL: nothing */
} Leading;

#endif
