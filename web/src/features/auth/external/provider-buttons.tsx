import { externalSignIn, type SignInProvider } from '@dooryard/contract/identity/external-sign-in'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { openProvider } from '../../../lib/external-sign-in/provider-request.ts'
import { ProviderIcon } from '../../../ui/brand/provider-icon.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { usePageRestored } from '../../../ui/hooks/use-page-restored.ts'

type ProviderButtonsProps = { providers: readonly SignInProvider[]; redirect: string | undefined }

/** Signs in with an account elsewhere, one button for each provider. */
export function ProviderButtons({ providers, redirect }: ProviderButtonsProps) {
  const start = useMutation({
    mutationFn: async ({ id: provider }: SignInProvider) =>
      openProvider(await api.call(externalSignIn.start, { params: { provider } }), {
        ...{ provider, redirect },
        purpose: 'sign-in',
      }),
  })
  usePageRestored(start.reset)
  // Until the page of the provider has replaced this one.
  const isLeaving = start.isPending || start.isSuccess
  return (
    <>
      {start.isError && <FailureNotice error={start.error} />}
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant="default"
          size="md"
          fullWidth
          leftSection={<ProviderIcon provider={provider.id} />}
          loading={isLeaving && start.variables?.id === provider.id}
          disabled={isLeaving && start.variables?.id !== provider.id}
          onClick={() => start.mutate(provider)}
        >
          Continue with {provider.name}
        </Button>
      ))}
    </>
  )
}
