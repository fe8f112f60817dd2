import { ImpersonationStart } from '@dooryard/contract/admin-users'
import type { User } from '@dooryard/contract/users'
import { Button, Textarea } from '@mantine/core'
import { sentenceFor } from '../../lib/errors.ts'
import { nameOf } from '../../lib/names.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { DialogChoices, DialogText } from '../../ui/form/dialog-parts.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useSingleFlight } from '../../ui/form/use-single-flight.ts'
import { Notice } from '../../ui/parts/notice.tsx'
import { useActAs } from './users.data.ts'
import classes from './users.module.css'

type ActAsFormProps = { user: User; actAs: ReturnType<typeof useActAs>; onCancel: () => void }

function ActAsForm({ user, actAs, onCancel }: ActAsFormProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(ImpersonationStart, { reason: '' }, () => actAs.reset())
  const submit = form.submit((body) =>
    singly((land) => actAs.mutate({ id: user.id, body }, { onError: form.showRefusal, onSettled: land })),
  )
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <DialogText>
        For one hour you see and do what {user.firstName} can. Everything you do is logged under your name, with this
        reason. Their password, their sessions and the closing of their account stay out of reach.
      </DialogText>
      {actAs.isError && <Notice tone="bad">{sentenceFor(actAs.error)}</Notice>}
      <Textarea
        label="Reason"
        placeholder="Asked by phone why an order came back short"
        rows={3}
        maxLength={500}
        data-autofocus
        readOnly={actAs.isPending}
        {...form.getInputProps('reason')}
      />
      <DialogChoices>
        <Button variant="default" onClick={onCancel} disabled={actAs.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={actAs.isPending}>
          Act as {user.firstName}
        </Button>
      </DialogChoices>
    </form>
  )
}

/** Asks an administrator why, before they act as a user; open while there is one. */
export function ActAsDialog({ user, onClose }: { user: User | undefined; onClose: () => void }) {
  const actAs = useActAs()
  return (
    <CallDialog
      call={actAs}
      opened={user !== undefined}
      onClose={onClose}
      title={user && `Act as ${nameOf(user)}`}
      closeLabel="Cancel"
    >
      {(close) => user && <ActAsForm user={user} actAs={actAs} onCancel={close} />}
    </CallDialog>
  )
}
