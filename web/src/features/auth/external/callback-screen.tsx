import { connectedAccounts, externalSignIn, type UnconnectedPerson } from '@dooryard/contract/identity/external-sign-in'
import { Center, Loader, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { type ProviderRequest, takeProviderRequest } from '../../../lib/external-sign-in/provider-request.ts'
import { keepUnconnectedPerson } from '../../../lib/external-sign-in/unconnected-person.ts'
import { PublicFrame } from '../../../ui/layout/frames/public-frame.tsx'
import { showErrorToast, showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { useProvenSignIn } from './use-proven-sign-in.ts'

const accountScreen = '/portal/settings/account'
const notStartedMessage = 'This sign-in was not started in this tab or is already complete. Start again.'

/** Where a provider sends the browser back to, with its answer in the address. */
export function CallbackScreen() {
  // Taken once, although development renders twice.
  const [{ query, request }] = useState(takeAnswer)
  const router = useRouter()
  const openLogin = (signInError: string) =>
    void router.navigate({
      to: '/login',
      search: { redirect: request?.redirect },
      state: { signInError },
      replace: true,
    })
  const openNextStep = (person: UnconnectedPerson) => {
    keepUnconnectedPerson(person)
    void router.navigate({
      to: person.isEmailVerified && !person.hasAccount ? '/register' : '/login',
      search: { redirect: request?.redirect },
      state: { email: person.email ?? '' },
      replace: true,
    })
  }
  const signIn = useProvenSignIn({
    redirect: request?.redirect,
    send: () => finishSignIn(request, query),
    onOther: openNextStep,
    onError: (error) => openLogin(getErrorMessage(error)),
  })
  const { mutate } = signIn
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens
  useEffect(() => {
    if (!request) openLogin(notStartedMessage)
    else if (request.purpose === 'sign-in') mutate()
    else void connect(request, query).then(() => router.navigate({ to: accountScreen, replace: true }))
  }, [])
  return (
    <PublicFrame title="Sign In" heading="One moment" lead="Please wait.">
      <Center role="status" mih={80}>
        <Loader size="sm" mr="sm" />
        <Text>{request?.purpose === 'connect' ? 'Connecting your account' : 'Signing you in'}</Text>
      </Center>
    </PublicFrame>
  )
}

/** Removes the answer from the address, so that neither the history nor a copied link has it. */
function takeAnswer() {
  const query = window.location.search.slice(1)
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return { query, request: takeProviderRequest() }
}

const finishSignIn = async (request: ProviderRequest | null, query: string) => {
  if (!request) throw new Error(notStartedMessage)
  const { provider, browserToken } = request
  return api.call(externalSignIn.finish, { params: { provider }, body: { query, browserToken } })
}

/** Connects an account of a signed-in user, who returns to where they started either way. */
async function connect({ provider, browserToken }: ProviderRequest, query: string): Promise<void> {
  try {
    const call = { params: { provider }, body: { query, browserToken } }
    const connected = await api.call(connectedAccounts.finish, call)
    showSuccessToast(`${connected.provider.name} connected. You can now sign in with it.`)
  } catch (error) {
    showErrorToast(getErrorMessage(error))
  }
}
