#pragma once
extern "C" int isdigit(int), isspace(int), isalpha(int), isalnum(int), toupper(int), tolower(int);
