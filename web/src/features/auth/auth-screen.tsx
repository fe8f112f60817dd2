import { Button, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { FormEventHandler, ReactNode, Ref } from 'react'
import { usePortalInfo } from '../../lib/portal-info.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PublicFrame } from '../../ui/layout/frames/public-frame.tsx'
import classes from './auth.module.css'
import { formatWait } from './forms/use-seconds-until.ts'

type AuthScreenProps = {
  title: string
  heading: string
  lead: ReactNode
  /** Links to other screens, below the card. */
  after: ReactNode
  submitLabel: string
  form: { submit: FormEventHandler<HTMLFormElement>; refusal: string | undefined } & Omit<SubmitButtonProps, 'label'>
  formRef?: Ref<HTMLFormElement>
  news?: string | undefined
  /** In the card below the form. */
  below?: ReactNode
  children: ReactNode
}

/** A screen for visitors: one form, its outcome, and links to the other screens. */
export function AuthScreen({ submitLabel, form, formRef, news, below, children, ...frame }: AuthScreenProps) {
  const { submit, refusal, ...state } = form
  return (
    <PublicFrame {...frame}>
      <form ref={formRef} onSubmit={submit} noValidate>
        <Stack gap="md" className={classes.fields}>
          {refusal && <Notice tone="bad">{refusal}</Notice>}
          {news && !refusal && <Notice tone="info">{news}</Notice>}
          {children}
          <SubmitButton label={submitLabel} {...state} />
        </Stack>
      </form>
      {below}
    </PublicFrame>
  )
}

type SubmitButtonProps = { label: string; isPending: boolean; secondsToWait: number }

/** The submit button of a form; shows how long to wait while it is disabled. */
function SubmitButton({ label, isPending, secondsToWait }: SubmitButtonProps) {
  const isWaiting = secondsToWait > 0
  return (
    <Button type="submit" size="md" fullWidth loading={isPending} data-disabled={isWaiting || undefined}>
      <span className="numbers">{isWaiting ? `Try again in ${formatWait(secondsToWait)}` : label}</span>
    </Button>
  )
}

export const EmailField = (props: TextInputProps) => (
  <TextInput label="Email" type="email" autoComplete="username" size="md" {...props} />
)

export const SignInLink = ({ question, redirect }: { question: string; redirect: string | undefined }) => (
  <p>
    {question}{' '}
    <Link to="/login" search={{ redirect }}>
      Sign in
    </Link>
  </p>
)

/** Links to the outbox of a demo, or says who can read it when it is not public. */
export function OutboxLink({ email }: { email: string }) {
  const portal = usePortalInfo()
  if (!portal?.hasOutbox) return null
  if (portal.isExposed) return <p>Demo: emails are not sent. Ask the administrator for a code.</p>
  return (
    <p>
      Emails are not sent.{' '}
      <Link to="/dev/outbox" search={{ to: email || undefined }}>
        Open the outbox
      </Link>
    </p>
  )
}
