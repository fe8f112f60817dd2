import { ClosingAccount } from '@dooryard/contract/account'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { ApiError, sentenceFor } from '../../lib/errors.ts'
import { plural } from '../../lib/format.ts'
import { me } from '../../lib/me.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { CallDialog, DialogChoices } from '../../ui/form/call-dialog.tsx'
import { PasswordField } from '../../ui/form/inputs.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import classes from './account.module.css'
import { useCloseAccount } from './settings.data.ts'

/** The password that closes the account, and its email address typed out, so that it is not closed by mistake. */
const closingOf = (email: string) =>
  ClosingAccount.extend({
    email: z
      .string()
      .trim()
      .refine((typed) => typed.toLowerCase() === email.toLowerCase(), `Type ${email} to go on`),
  })

/** What closing does, to the word. */
function Consequences() {
  const { data } = useQuery(me())
  const { subscriptionCredits = 0, subscriptionCreditsHeld = 0, onDemandCredits = 0 } = data?.balance ?? {}
  const credits = subscriptionCredits + subscriptionCreditsHeld + onDemandCredits
  return (
    <ul className={classes.consequences}>
      <li>Every device is signed out, this one too.</li>
      <li>Your name, email address, phone, company, address and picture are erased from your account at once.</li>
      <li>Your orders and the record of your credits stay, without saying who you were.</li>
      <li>The audit log stays as it is: it keeps what your profile said before and after each change.</li>
      {credits > 0 && (
        <li>
          <strong>{plural(credits, 'credit')}</strong> {credits === 1 ? 'is' : 'are'} lost.
        </li>
      )}
      <li>It cannot be taken back.</li>
    </ul>
  )
}

type ClosingFormProps = { email: string; close: ReturnType<typeof useCloseAccount>; onKeep: () => void }

function ClosingForm({ email, close, onKeep }: ClosingFormProps) {
  const form = useSchemaForm(
    useMemo(() => closingOf(email), [email]),
    { email: '', password: '' },
  )
  const singly = useSingleFlight()
  const submit = form.submit(({ password }) =>
    singly((land) => close.mutate({ password }, { onError: form.showRefusal, onSettled: land })),
  )
  const isOnField = close.error instanceof ApiError && close.error.issues.length > 0
  return (
    <form className={classes.closingForm} onSubmit={submit} noValidate>
      <Consequences />
      <TextInput
        label="Your email address"
        description={`Type ${email}, so that no account is closed by mistake.`}
        type="email"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
      {close.isError && !isOnField && <Notice tone="bad">{sentenceFor(close.error)}</Notice>}
      <DialogChoices>
        <Button variant="default" onClick={onKeep} disabled={close.isPending}>
          Keep it
        </Button>
        <Button type="submit" color="red" loading={close.isPending}>
          Close my account
        </Button>
      </DialogChoices>
    </form>
  )
}

type CloseDialogProps = { email: string; isOpen: boolean; onClose: () => void }

/** Says what closing the account does, and does it. */
export function CloseDialog({ email, isOpen, onClose }: CloseDialogProps) {
  const close = useCloseAccount()
  return (
    <CallDialog
      call={close}
      opened={isOpen}
      onClose={onClose}
      title="Close your account?"
      closeLabel="Keep the account"
    >
      {(keep) => <ClosingForm email={email} close={close} onKeep={keep} />}
    </CallDialog>
  )
}
