import { billing } from '@dooryard/contract/billing/billing'
import { Button, type ButtonProps } from '@mantine/core'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { useRedirectToProvider } from './use-checkout.ts'

/** Opens the payment provider's page to add or change a card. */
export function ChangeCardButton(props: ButtonProps) {
  const change = useEndpointMutation(billing.updatePaymentMethod)
  const { isRedirecting, redirectTo } = useRedirectToProvider()
  const runExclusive = useSingleFlight()
  const begin = () =>
    runExclusive((release) => change.mutate({}, { onSuccess: ({ url }) => redirectTo(url), onSettled: release }))
  return <Button variant="default" {...props} loading={change.isPending || isRedirecting} onClick={begin} />
}
