import { type LeadActivity as Activity, NewNote } from '@dooryard/contract/lead-board'
import { leadStages } from '@dooryard/contract/vocabularies'
import { ActionIcon, Button, Group, Text, Textarea } from '@mantine/core'
import { ArrowRight, NotebookPen, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { sentenceFor } from '../../../lib/errors.ts'
import { formatDayAndTime } from '../../../lib/format.ts'
import { firstClickOnly, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { toastUndo } from '../../../ui/toasts/undo-toast.tsx'
import { useAddNote, useDeletingNotes, useRemoveNote, useRestoreNote } from '../board/board.data.ts'
import classes from './lead.module.css'
import { shortenNote } from './lead-labels.ts'

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
  const once = useSingleFlight()
  const add = (event?: FormEvent) => {
    event?.preventDefault()
    const checked = NewNote.safeParse({ text })
    if (!checked.success) return setRefusal(checked.error.issues[0]?.message)
    once((land) =>
      note.mutate(checked.data.text, { onError: (error) => setRefusal(sentenceFor(error)), onSettled: land }),
    )
  }
  return (
    <form onSubmit={add} noValidate>
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
      <Group gap={12} mt={8} mb={12} wrap="nowrap" justify="space-between">
        <Text span fz={12} c="dimmed">
          Ctrl+Enter adds it
        </Text>
        <Button type="submit" size="xs" variant="default" loading={note.isPending} onClick={firstClickOnly}>
          Add note
        </Button>
      </Group>
    </form>
  )
}

/** Deletes a note at once; the toast that says so takes it back. */
function useDeleteNote(leadKey: string, activity: readonly Activity[]) {
  const { mutate: restore } = useRestoreNote(leadKey)
  const { mutate } = useRemoveNote(leadKey, (noteId) => {
    const text = activity.find(({ id }) => id === noteId)?.text
    const message = text ? `Note deleted: “${shortenNote(text)}”` : 'Note deleted'
    toastUndo(message, () => restore(noteId), { about: `note ${noteId}` })
  })
  return mutate
}

const formatMove = ({ from, to }: Activity) =>
  from && to ? `${leadStages.label(from)} to ${leadStages.label(to)}` : to ? `Came to ${leadStages.label(to)}` : 'Moved'

export const Byline = ({ children }: { children: ReactNode }) => (
  <Text fz={12} lh="18px" c="dimmed">
    {children}
  </Text>
)

export function LeadActivity({ leadKey, activity }: { leadKey: string; activity: readonly Activity[] }) {
  const deleting = useDeletingNotes()
  const remove = useDeleteNote(leadKey, activity)
  const shown = activity.filter(({ id }) => !deleting.includes(id))
  if (shown.length === 0)
    return (
      <Text fz={13} c="dimmed">
        Nothing yet. Moves and notes are listed here.
      </Text>
    )
  return (
    <ol className={`${classes.list} ${classes.activity}`}>
      {shown.map((entry) => {
        const isNote = entry.kind === 'NOTE'
        const Icon = isNote ? NotebookPen : ArrowRight
        return (
          <li key={entry.id}>
            <Icon size={14} aria-hidden="true" />
            <div>
              <Text inherit {...(isNote && { style: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } })}>
                {isNote ? entry.text : formatMove(entry)}
              </Text>
              <Byline>
                {entry.by}, {formatDayAndTime(entry.at)}
              </Byline>
            </div>
            {isNote && (
              <ActionIcon
                size={28}
                aria-label="Delete this note"
                title="Delete"
                // The second click of two meets the next note, which has moved up.
                onClick={({ detail }) => detail < 2 && remove(entry.id)}
              >
                <Trash2 size={14} aria-hidden="true" />
              </ActionIcon>
            )}
          </li>
        )
      })}
    </ol>
  )
}
