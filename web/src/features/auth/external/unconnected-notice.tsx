import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { forgetUnconnectedPerson, getUnconnectedPerson } from '../../../lib/session/external-sign-in.ts'
import { Notice } from '../../../ui/display/panel.tsx'

type UnconnectedNoticeProps = {
  /** What the user does here to connect the account. */
  action: string
}

/** Says which account of a provider is connected by what the user does here, and lets them keep it apart. */
export function UnconnectedNotice({ action }: UnconnectedNoticeProps) {
  const [person, setPerson] = useState(getUnconnectedPerson)
  if (!person) return null
  const { provider, email } = person
  const forget = () => {
    forgetUnconnectedPerson()
    setPerson(null)
  }
  return (
    <Notice tone="info">
      {email ? (
        <>
          {action} to connect {provider.name} (<strong>{email}</strong>) with your Dooryard account.
        </>
      ) : (
        <>
          Your {provider.name} account shares no email, so it is connected under Settings, Account once you have signed
          in.
        </>
      )}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={forget}>
        Do not connect
      </Anchor>
    </Notice>
  )
}
