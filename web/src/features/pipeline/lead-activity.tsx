import type { LeadActivity as Activity } from '@dooryard/contract/lead-board'
import { leadStages } from '@dooryard/contract/vocabularies'
import { ActionIcon } from '@mantine/core'
import { ArrowRight, NotebookPen, Trash2 } from 'lucide-react'
import { formatDayAndTime } from '../../lib/format.ts'
import { toastUndo } from '../../ui/toasts/undo-toast.tsx'
import { useLeavingNotes, useRemoveNote, useRestoreNote } from './board.data.ts'
import classes from './lead-drawer.module.css'
import { firstWords } from './lead-words.ts'

/** Deletes a note at once; the toast that says so takes it back. */
function useDeleteNote(leadKey: string, activity: readonly Activity[]) {
  const { mutate: restore } = useRestoreNote(leadKey)
  const { mutate } = useRemoveNote(leadKey, (noteId) => {
    const text = activity.find(({ id }) => id === noteId)?.text
    const words = text ? `Note deleted: “${firstWords(text)}”` : 'Note deleted'
    toastUndo(words, () => restore(noteId), { about: `note ${noteId}` })
  })
  return mutate
}

const stageWords = ({ from, to }: Activity) =>
  from && to ? `${leadStages.label(from)} to ${leadStages.label(to)}` : to ? `Came to ${leadStages.label(to)}` : 'Moved'

/** What happened to a lead, the newest first. */
export function LeadActivity({ leadKey, activity }: { leadKey: string; activity: readonly Activity[] }) {
  const leaving = useLeavingNotes()
  const remove = useDeleteNote(leadKey, activity)
  const shown = activity.filter(({ id }) => !leaving.includes(id))
  if (shown.length === 0) return <p className={classes.nothing}>Nothing yet. Moves and notes are listed here.</p>
  return (
    <ol className={classes.activity}>
      {shown.map((entry) => {
        const isNote = entry.kind === 'NOTE'
        const Icon = isNote ? NotebookPen : ArrowRight
        return (
          <li key={entry.id}>
            <Icon size={14} aria-hidden="true" />
            <div>
              <p className={isNote ? classes.noteText : undefined}>{isNote ? entry.text : stageWords(entry)}</p>
              <p className={classes.byline}>
                {entry.by}, {formatDayAndTime(entry.at)}
              </p>
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
