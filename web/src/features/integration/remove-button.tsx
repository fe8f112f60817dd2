import type { AnyEndpoint, EndpointRequest } from '@dooryard/contract/api/endpoint'
import { Button } from '@mantine/core'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { openConfirmDialog } from '../../ui/shell/confirmations.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'

type RemoveButtonProps<E extends AnyEndpoint> = {
  label: string
  endpoint: E
  input: EndpointRequest<E>
  refreshes: AnyEndpoint[]
  /** Title of the confirmation and the effect of the removal. */
  title: string
  consequence: string
  confirm: string
  done: string
}

export function RemoveButton<E extends AnyEndpoint>(props: RemoveButtonProps<E>) {
  const { label, endpoint, input, refreshes, title, consequence, confirm, done } = props
  const remove = useEndpointMutation(endpoint, { refreshes, awaitsRefresh: true })
  const ask = () =>
    openConfirmDialog({
      title,
      children: consequence,
      labels: { confirm, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(input, { onSuccess: () => showSuccessToast(done) }),
    })
  return (
    <Button variant="subtle" color="red" size="compact-sm" aria-label={label} loading={remove.isPending} onClick={ask}>
      Remove
    </Button>
  )
}
