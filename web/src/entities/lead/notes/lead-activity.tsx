import { leadStages } from '@dooryard/contract/api/enums'
import { contactResults } from '@dooryard/contract/leads/phone-results'
import { type LeadActivity as Activity, NewNote } from '@dooryard/contract/orders/lead-board'
import { ActionIcon, Button, Group, Text, Textarea } from '@mantine/core'
import { ArrowRight, Mail, NotebookPen, Phone, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { formatDay, formatPhone } from '../../../lib/format/format.ts'
import { Instant } from '../../../ui/display/instant.tsx'
import { preventDoubleClick, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { showUndoToast } from '../../../ui/toasts/undo-toast.tsx'
import { shortenNote } from '../lead-labels.ts'
import classes from './lead-activity.module.css'
import { useAddNote, useDeletingNotes, useRemoveNote, useRestoreNote } from './notes.data.ts'

/** Unsaved notes, so that closing the drawer or moving on loses nothing. */
const noteDrafts = new Map<string, string>()

/** Adds a note to a lead; Ctrl or Cmd with Enter submits. */
export function NoteForm({ leadKey }: { leadKey: string }) {
  const [text, setText] = useState(() => noteDrafts.get(leadKey) ?? '')
  const [refusal, setRefusal] = useState<string>()
  const type = (next: string) => {
    setText(next)
    setRefusal(undefined)
    if (next) noteDrafts.set(leadKey, next)
    else noteDrafts.delete(leadKey)
  }
  // Text typed meanwhile stays.
  const note = useAddNote(leadKey, (added) => noteDrafts.get(leadKey)?.trim() === added && type(''))
  const once = useSingleFlight()
  const add = (event?: FormEvent) => {
    event?.preventDefault()
    const checked = NewNote.safeParse({ text })
    if (!checked.success) return setRefusal(checked.error.issues[0]?.message)
    once((release) =>
      note.mutate(checked.data.text, { onError: (error) => setRefusal(getErrorMessage(error)), onSettled: release }),
    )
  }
  return (
    <form onSubmit={add} noValidate>
      <Textarea
        label="Add a note"
        placeholder="Add a note…"
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
          Ctrl+Enter to add
        </Text>
        <Button type="submit" size="xs" variant="default" loading={note.isPending} onClick={preventDoubleClick}>
          Add note
        </Button>
      </Group>
    </form>
  )
}

/** Deletes a note immediately; the toast offers an undo. */
function useDeleteNote(leadKey: string, activity: readonly Activity[]) {
  const { mutate: restore } = useRestoreNote(leadKey)
  const { mutate } = useRemoveNote(leadKey, (noteId) => {
    const text = activity.find(({ id }) => id === noteId)?.text
    const message = text ? `Note deleted: “${shortenNote(text)}”` : 'Note deleted'
    showUndoToast(message, () => restore(noteId), { topic: `note ${noteId}` })
  })
  return mutate
}

const formatMove = ({ from, to }: Activity) =>
  from && to ? `${leadStages.label(from)} to ${leadStages.label(to)}` : to ? `Came to ${leadStages.label(to)}` : 'Moved'

const icons = { STAGE: ArrowRight, NOTE: NotebookPen, CONTACT: Phone, LETTER: Mail }

function formatEntry(entry: Activity) {
  const { kind, text, phone, result, mailing } = entry
  if (kind === 'NOTE') return text
  if (kind === 'STAGE') return formatMove(entry)
  if (kind === 'LETTER') return `${mailing?.kind === 'POSTCARD' ? 'Postcard' : 'Letter'} sent: ${text}`
  return [`${formatPhone(phone ?? '')}: ${contactResults.label(result ?? '')}`, text].filter(Boolean).join('\n')
}

const Byline = ({ children }: { children: ReactNode }) => (
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
        No activity yet
      </Text>
    )
  return (
    <ol className={`${classes.list} ${classes.activity}`}>
      {shown.map((entry) => {
        const isNote = entry.kind === 'NOTE'
        const hasText = isNote || entry.kind === 'CONTACT'
        const Icon = icons[entry.kind]
        return (
          <li key={entry.id}>
            <Icon size={14} aria-hidden="true" />
            <div>
              <Text inherit {...(hasText && { style: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } })}>
                {formatEntry(entry)}
              </Text>
              <Byline>
                {entry.by}, <Instant at={entry.at} {...(entry.kind === 'LETTER' && { format: formatDay })} />
              </Byline>
            </div>
            {isNote && (
              <ActionIcon
                size={28}
                aria-label="Delete this note"
                data-hint="Delete"
                // A double click's second click would delete the next note, which has moved up.
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
