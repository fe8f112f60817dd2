import type { AnyEndpoint, Call } from '@dooryard/contract/endpoint'
import { Button } from '@mantine/core'
import { useCall } from '../../lib/use-call.ts'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'

type RemoveButtonProps<E extends AnyEndpoint> = {
  label: string
  endpoint: E
  given: Call<E>
  refreshes: AnyEndpoint[]
  /** What is asked before, and what removing does. */
  title: string
  consequence: string
  confirm: string
  done: string
}

export function RemoveButton<E extends AnyEndpoint>(props: RemoveButtonProps<E>) {
  const { label, endpoint, given, refreshes, title, consequence, confirm, done } = props
  const remove = useCall(endpoint, { refreshes, awaitsRefresh: true })
  const ask = () =>
    askFirst({
      title,
      children: consequence,
      labels: { confirm, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(given, { onSuccess: () => toastDone(done) }),
    })
  return (
    <Button variant="subtle" color="red" size="compact-sm" aria-label={label} loading={remove.isPending} onClick={ask}>
      Remove
    </Button>
  )
}
