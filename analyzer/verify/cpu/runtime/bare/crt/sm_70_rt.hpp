/* Clang's own header asks for it. */
