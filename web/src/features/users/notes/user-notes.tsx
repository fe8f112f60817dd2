import { adminUserNotes, type UserNote } from '@dooryard/contract/identity/admin/user-notes'
import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Pin } from 'lucide-react'
import { useState } from 'react'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { Instant } from '../../../ui/display/instant.tsx'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { showFailureToast } from '../../../ui/toasts/toasts.ts'
import { refreshAllOptions } from '../users.data.ts'
import { NoteForm } from './note-form.tsx'

const pageSize = 20

const smallButton = { variant: 'subtle', size: 'compact-xs' } as const

type NoteProps = { userId: string; note: UserNote; onEdit: () => void }

/** Pins or unpins a note; its author can edit and delete it. */
function NoteActions({ userId, note, onEdit }: NoteProps) {
  const params = { id: userId, noteId: note.id }
  const options = { ...refreshAllOptions, onError: showFailureToast }
  const change = useEndpointMutation(adminUserNotes.change, options)
  const remove = useEndpointMutation(adminUserNotes.remove, options)
  const [isAsked, setAsked] = useState(false)
  const isBusy = change.isPending || remove.isPending
  return (
    <Group gap={2} ml={-8}>
      <Button
        {...smallButton}
        disabled={isBusy}
        onClick={() => change.mutate({ params, body: { isPinned: !note.isPinned } })}
      >
        {note.isPinned ? 'Unpin' : 'Pin'}
      </Button>
      {note.isOwn && !isAsked && (
        <>
          <Button {...smallButton} disabled={isBusy} onClick={onEdit}>
            Edit
          </Button>
          <Button {...smallButton} color="red" disabled={isBusy} onClick={() => setAsked(true)}>
            Delete…
          </Button>
        </>
      )}
      {isAsked && (
        <>
          <Button {...smallButton} color="red" loading={remove.isPending} onClick={() => remove.mutate({ params })}>
            Delete note
          </Button>
          <Button {...smallButton} disabled={isBusy} onClick={() => setAsked(false)}>
            Cancel
          </Button>
        </>
      )}
    </Group>
  )
}

function Note({ userId, note }: Omit<NoteProps, 'onEdit'>) {
  const [isEdited, setEdited] = useState(false)
  return (
    <Box
      component="li"
      p="10px 14px"
      bd="1px solid var(--line)"
      bdrs="md"
      bg={note.isPinned ? 'var(--raised)' : undefined}
    >
      {isEdited ? (
        <NoteForm userId={userId} note={note} onDone={() => setEdited(false)} />
      ) : (
        <>
          <Text fz="sm" lh="20px" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {note.body}
          </Text>
          <Group justify="space-between" gap="4px 12px" mt={6}>
            <Text c="dimmed" fz="xs" component="span">
              {note.isPinned && <Pin size={12} aria-label="Pinned" style={{ marginRight: 6, verticalAlign: '-1px' }} />}
              {note.author.name}, <Instant at={note.createdAt} />
              {note.editedAt && ', edited'}
            </Text>
            <NoteActions userId={userId} note={note} onEdit={() => setEdited(true)} />
          </Group>
        </>
      )}
    </Box>
  )
}

/** Notes of administrators on a user, whom they are not shown to; none can be added to a closed account. */
export function UserNotes({ userId, canAdd }: { userId: string; canAdd: boolean }) {
  const [limit, setLimit] = useState(pageSize)
  const query = { params: { id: userId }, query: { page: 1, limit } }
  const { data, error, refetch } = useQuery(buildLiveQuery(adminUserNotes.list, query))
  if (error && !data) return <LoadFailure what="The notes" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={72} />
  return (
    <Stack gap={12}>
      {canAdd && <NoteForm key={data.totalCount} userId={userId} />}
      {data.totalCount === 0 && !canAdd && <Text c="dimmed">No notes</Text>}
      <Stack component="ul" aria-label="Notes" gap={8} m={0} p={0} style={{ listStyle: 'none' }}>
        {data.items.map((note) => (
          <Note key={note.id} userId={userId} note={note} />
        ))}
      </Stack>
      {data.totalCount > limit && (
        <Button variant="default" size="xs" onClick={() => setLimit(100)}>
          Show more
        </Button>
      )}
    </Stack>
  )
}
