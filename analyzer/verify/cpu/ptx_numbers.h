/* Inline PTX as numbers of 8 bytes, which ptx_code.c writes and runtime/ptx_read.c reads:
 *
 *   how many statements; of each
 *     its row in ir/ptx.def (-1: none), where its opcode begins in the text and how long it is, the place of its guard,
 *     whether that is negated, how many operands; of each of those
 *       kind, negated, place, number, how many items, the items
 *
 * A place is an operand of the asm statement (0, 1 and so on, outputs first), a register of the text (-1 - its number), or
 * PTX_NOWHERE. */
#ifndef SMEM_PTX_NUMBERS_H
#define SMEM_PTX_NUMBERS_H

enum { PTX_PARTS = 12, PTX_OPCODE = 160, PTX_OPERANDS = 16, PTX_ITEMS = 16, PTX_REGISTERS = 64, PTX_SLOTS = 128, PTX_NOWHERE = PTX_SLOTS };

typedef enum OperandKind {
	O_PLACE,
	O_NUMBER,  /* number */
	O_SPECIAL, /* place: in verify/cpu/registers.def */
	O_VECTOR,  /* items: places; p|q, too */
	O_ADDRESS, /* place (PTX_NOWHERE: none) + number + what an item's place holds, if there is one */
} OperandKind;

#endif
