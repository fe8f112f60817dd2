import { type RecurringOrder, recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Pause, Play, Zap } from 'lucide-react'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { useIsImpersonating } from '../../lib/session/use-is-impersonating.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { openConfirmDialog } from '../../ui/shell/confirmations.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'

const refreshed = {
  refreshes: [recurringOrders.list, recurringOrders.get, recurringOrders.runs],
  awaitsRefresh: true,
}

export function RecurringActions({ recurring }: { recurring: RecurringOrder }) {
  const { id, name, status } = recurring
  const params = { id }
  const navigate = useNavigate()
  const pause = useEndpointMutation(recurringOrders.pause, refreshed)
  const resume = useEndpointMutation(recurringOrders.resume, refreshed)
  const run = useEndpointMutation(recurringOrders.run, { ...refreshed, isIdempotent: true })
  const remove = useEndpointMutation(recurringOrders.remove, { refreshes: [recurringOrders.list] })
  const [dialog, edit] = useDialog(async () => (await import('./edit-recurring-dialog.tsx')).EditRecurringDialog)
  const confirmRun = () =>
    openConfirmDialog({
      title: `Run ${name} now?`,
      children: 'It orders the new leads at once, within its limits. The schedule stays as it is.',
      labels: { confirm: 'Run now', cancel: 'Cancel' },
      onConfirm: () => run.mutate({ params }, { onSuccess: () => showSuccessToast(`Running ${name}`) }),
    })
  const confirmRemove = () =>
    openConfirmDialog({
      title: `Delete ${name}?`,
      children: 'Its run log is deleted too. Orders and leads stay.',
      labels: { confirm: 'Delete recurring order', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        remove.mutate(
          { params },
          {
            onSuccess: () => {
              showSuccessToast(`${name} deleted`)
              void navigate({ to: '/portal/recurring-orders' })
            },
          },
        ),
    })
  const isActive = status === 'ACTIVE'
  // Only the user gives an order to spend.
  const canSpend = !useIsImpersonating()
  const toggle = isActive ? pause : resume
  const toggled = () => showSuccessToast(isActive ? `${name} paused` : `${name} resumed`)
  return (
    <>
      <Button variant="default" color="red" onClick={confirmRemove} loading={remove.isPending}>
        Delete
      </Button>
      {canSpend && (
        <Button variant="default" onClick={edit}>
          Edit
        </Button>
      )}
      {canSpend && (
        <LinkButton variant="default" to="/portal/recurring-orders" search={{ open: id, edit: true }}>
          Edit leads
        </LinkButton>
      )}
      {canSpend && isActive && (
        <Button
          variant="default"
          leftSection={<Zap size={16} aria-hidden="true" />}
          onClick={confirmRun}
          loading={run.isPending}
        >
          Run now
        </Button>
      )}
      {(canSpend || isActive) && (
        <Button
          variant={isActive ? 'default' : 'filled'}
          leftSection={isActive ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
          onClick={() => toggle.mutate({ params }, { onSuccess: toggled })}
          loading={toggle.isPending}
        >
          {isActive ? 'Pause' : 'Resume'}
        </Button>
      )}
      {dialog({ edited: recurring })}
    </>
  )
}
