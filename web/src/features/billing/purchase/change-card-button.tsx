import { billing } from '@dooryard/contract/billing'
import { Button, type ButtonProps } from '@mantine/core'
import { useCall } from '../../../lib/use-call.ts'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { useLeaving } from './use-checkout.ts'

/** Leads to where a card is put on file. */
export function ChangeCardButton(props: ButtonProps) {
  const change = useCall(billing.updatePaymentMethod)
  const { isLeaving, leaveFor } = useLeaving()
  const singly = useSingleFlight()
  const begin = () => singly((land) => change.mutate({}, { onSuccess: ({ url }) => leaveFor(url), onSettled: land }))
  return <Button variant="default" {...props} loading={change.isPending || isLeaving} onClick={begin} />
}
