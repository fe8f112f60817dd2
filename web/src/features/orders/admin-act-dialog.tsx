import { type AdminOrderDetail, OrderAct } from '@dooryard/contract/admin-orders'
import { Button, Textarea } from '@mantine/core'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { DialogChoices, DialogText } from '../../ui/form/dialog-parts.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useSingleFlight } from '../../ui/form/use-single-flight.ts'
import { type Act, useOrderAct } from './admin-act.data.ts'
import { effectOf, overWords, readersOf, sendWords } from './admin-words.ts'

type ActFormProps = {
  order: AdminOrderDetail
  act: Act
  call: ReturnType<typeof useOrderAct>
  onCancel: () => void
  onDone: () => void
}

const mayBeDone =
  'We do not know whether this was done: look at the order first. Sent again from here, it is done only once.'

const examples: Record<Act, string> = {
  retry: 'The contact provider was down for the night',
  fail: 'The county of this audience has no current roll',
}

function ActForm({ order, act, call, onCancel, onDone }: ActFormProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(OrderAct, { reason: '' }, () => call.isError && call.reset())
  const submit = form.submit((body) =>
    singly((land) => call.mutate(body, { onSuccess: onDone, onError: form.showRefusal, onSettled: land })),
  )
  return (
    <CallForm
      call={{ isPending: call.isPending, error: form.unlessOnFields(call.error) }}
      unknown={mayBeDone}
      lead={effectOf(act, order)}
      send={sendWords(act, order)}
      isGrave={act === 'fail'}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Textarea
        label="Reason"
        description={readersOf(act, order)}
        placeholder={examples[act]}
        rows={3}
        maxLength={500}
        data-autofocus
        readOnly={call.isPending}
        {...form.getInputProps('reason')}
      />
    </CallForm>
  )
}

/** What is left to say of an order that went on by itself while the dialog was open. */
function NothingToDo({ order, onClose }: { order: AdminOrderDetail; onClose: () => void }) {
  return (
    <>
      <DialogText>{overWords(order)}</DialogText>
      <DialogChoices>
        <Button onClick={onClose}>Close</Button>
      </DialogChoices>
    </>
  )
}

type ActDialogProps = {
  order: AdminOrderDetail
  /** What is asked for; the dialog is open while it is. */
  act: Act | undefined
  onPlaced: (placed: AdminOrderDetail) => void
  onClose: () => void
}

const titles: Record<Act, string> = { retry: 'Retry', fail: 'Fail' }

/** Asks an administrator why, before an order of somebody else's is tried again or ended. */
export function ActDialog({ order, act, onPlaced, onClose }: ActDialogProps) {
  const call = useOrderAct(order, act ?? 'retry', onPlaced)
  const isLeft = act === 'fail' ? order.mayFail : order.mayRetry
  return (
    <CallDialog
      call={call}
      opened={act !== undefined}
      onClose={onClose}
      title={act && `${titles[act]} ${order.orderName}`}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) =>
        act &&
        (isLeft || !call.isIdle ? (
          <ActForm key={act} order={order} act={act} call={call} onCancel={close} onDone={onClose} />
        ) : (
          <NothingToDo order={order} onClose={close} />
        ))
      }
    </CallDialog>
  )
}
