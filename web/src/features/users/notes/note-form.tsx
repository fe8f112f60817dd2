import { adminUserNotes, NewUserNote, type UserNote } from '@dooryard/contract/identity/admin/user-notes'
import { Button, Group, Stack } from '@mantine/core'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { refreshAllOptions } from '../users.data.ts'

const NoteText = NewUserNote.pick({ body: true })

type NoteFormProps = { userId: string; note?: UserNote; onDone?: () => void }

/** Adds a note on a user, or edits an own one. */
export function NoteForm({ userId, note, onDone }: NoteFormProps) {
  const runExclusive = useSingleFlight()
  const create = useEndpointMutation(adminUserNotes.create, { ...refreshAllOptions, isIdempotent: true })
  const change = useEndpointMutation(adminUserNotes.change, refreshAllOptions)
  const call = note ? change : create
  const form = useSchemaForm(NoteText, { body: note?.body ?? '' }, () => call.isError && call.reset())
  const send = async ({ body }: { body: string }) => {
    if (note) await change.mutateAsync({ params: { id: userId, noteId: note.id }, body: { body } })
    else await create.mutateAsync({ params: { id: userId }, body: { body, isPinned: false } })
    if (!note) form.reset()
    onDone?.()
  }
  const submit = form.submit((values) =>
    runExclusive((release) => void send(values).catch(form.showRefusal).finally(release)),
  )
  const error = form.unlessOnFields(call.error)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={8}>
        {error && <FailureNotice error={error} />}
        <FormFields
          form={form}
          readOnly={call.isPending}
          fields={[
            {
              name: 'body',
              kind: 'textarea',
              label: note ? 'Edit note' : 'Add a note',
              description: note ? undefined : 'Only administrators see notes',
              rows: 2,
              autosize: true,
              maxRows: 8,
              maxLength: 2000,
            },
          ]}
        />
        <Group gap={8} justify="flex-end">
          {onDone && (
            <Button variant="default" size="xs" disabled={call.isPending} onClick={onDone}>
              Cancel
            </Button>
          )}
          <Button type="submit" size="xs" variant={note ? 'filled' : 'default'} loading={call.isPending}>
            {note ? 'Save' : 'Add note'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
