import { NewNote } from '@dooryard/contract/lead-board'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import { useAddNote } from './board.data.ts'
import classes from './lead-drawer.module.css'

/** What is typed and not yet added, so that closing the drawer or going on loses nothing. */
const drafts = new Map<string, string>()

/** Writes something down about a lead; Ctrl or Cmd with Enter adds it. */
export function NoteForm({ leadKey }: { leadKey: string }) {
  const [text, setText] = useState(() => drafts.get(leadKey) ?? '')
  const [refusal, setRefusal] = useState<string>()
  const type = (next: string) => {
    setText(next)
    setRefusal(undefined)
    if (next) drafts.set(leadKey, next)
    else drafts.delete(leadKey)
  }
  // What was typed meanwhile stays.
  const note = useAddNote(leadKey, (added) => drafts.get(leadKey)?.trim() === added && type(''))
  const add = (event?: FormEvent) => {
    event?.preventDefault()
    if (note.isPending) return
    const checked = NewNote.safeParse({ text })
    if (!checked.success) return setRefusal(checked.error.issues[0]?.message)
    note.mutate(checked.data.text, { onError: (error) => setRefusal(sentenceFor(error)) })
  }
  return (
    <form className={classes.noteForm} onSubmit={add} noValidate>
      <Textarea
        label="Add a note"
        placeholder="What was said, and what comes next"
        rows={3}
        value={text}
        error={refusal}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add(event)
        }}
      />
      <div className={classes.noteFoot}>
        <span>Ctrl+Enter adds it</span>
        <Button type="submit" size="xs" variant="default" loading={note.isPending}>
          Add note
        </Button>
      </div>
    </form>
  )
}
