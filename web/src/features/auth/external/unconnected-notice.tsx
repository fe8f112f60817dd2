import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { clearUnconnectedPerson, getUnconnectedPerson } from '../../../lib/external-sign-in/unconnected-person.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

type UnconnectedNoticeProps = {
  /** What the user does here to connect the account. */
  action: string
  onDecline?: () => void
}

/** Says which account of a provider is connected by what the user does here, and lets them keep it apart. */
export function UnconnectedNotice({ action, onDecline }: UnconnectedNoticeProps) {
  const [person, setPerson] = useState(getUnconnectedPerson)
  if (!person) return null
  const { provider, email } = person
  const decline = () => {
    clearUnconnectedPerson()
    setPerson(null)
    onDecline?.()
  }
  return (
    <Notice tone="info">
      {email ? (
        <>
          {action}, and {provider.name} (<strong>{email}</strong>) signs you in from then on.
        </>
      ) : (
        <>
          Your {provider.name} account shares no email, so it is connected under Settings, Account once you have signed
          in.
        </>
      )}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={decline}>
        Do not connect
      </Anchor>
    </Notice>
  )
}
