/* Journals: the content that objects had before they were changed. */
#include "eval/state/memory.h"

#include <stdlib.h>

#include "base/heap.h"

bool journal_begin(Memory *mem, Journal *journal)
{
	if (mem->n_journals == MAX_JOURNALS)
		return false;
	*journal = (Journal){ .level = mem->n_journals, .started = mem->serial };
	mem->journals[mem->n_journals++] = journal;
	return true;
}

static void journal_keep(Journal *journal, Object *object)
{
	if (journal->n == journal->cap) {
		journal->cap = journal->cap ? 2 * journal->cap : 8;
		journal->entries = heap_resize(journal->entries, (size_t)journal->cap, sizeof *journal->entries);
	}
	JournalEntry *entry = &journal->entries[journal->n++];
	entry->object = object;
	content_copy(&entry->before, &object->content);
	object->logged |= (uint64_t)1 << journal->level;
}

void journal_before_change(Memory *mem, Object *object)
{
	for (int i = mem->n_journals; i-- > 0;) {
		Journal *journal = mem->journals[i];
		if (journal->started >= object->born && !(object->logged >> journal->level & 1))
			journal_keep(journal, object);
	}
}

void journal_swap(Memory *mem, Journal *journal)
{
	(void)mem;
	for (int i = 0; i < journal->n; i++) {
		JournalEntry *entry = &journal->entries[i];
		Content reached = entry->object->content;
		entry->object->content = entry->before;
		entry->before = reached;
	}
}

void journal_pause(Memory *mem, Journal *journal)
{
	mem->n_journals = journal->level;
	for (int i = 0; i < journal->n; i++)
		journal->entries[i].object->logged &= ~((uint64_t)1 << journal->level);
}

void journal_end(Memory *mem, Journal *journal)
{
	if (mem->n_journals > journal->level && mem->journals[journal->level] == journal)
		journal_pause(mem, journal);
	for (int i = 0; i < journal->n; i++)
		content_free(&mem->storage, &journal->entries[i].before);
	free(journal->entries);
	*journal = (Journal){ 0 };
}
