import { account } from '@dooryard/contract/identity/account'
import { secondFactor, type TotpSecret } from '@dooryard/contract/identity/second-factor'
import { Code, Flex, Group, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Code.layer.css'
import { useState } from 'react'
import { z } from 'zod'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { MutationForm } from '../../../ui/form/mutation-form.tsx'
import { getInitialProof } from '../../../ui/form/proof.ts'
import { ProofFields } from '../../../ui/form/proof-fields.tsx'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { OwnerPasswordFields, OwnerPasswordValues } from '../owner-password.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './two-step.module.css'

type SetUpAppProps = { email: string; cancelLabel?: string; onDone: () => void; onCancel: () => void }

/** Sets up an authenticator app: the password, the QR code with the first code of the app, the recovery codes. */
export function SetUpApp({ email, onDone, ...rest }: SetUpAppProps) {
  const [app, setApp] = useState<TotpSecret>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes email={email} codes={codes} onDone={onDone} />
  if (!app) return <PasswordStep email={email} onDone={setApp} {...rest} />
  const finish = (recoveryCodes: string[]) => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : onDone())
  return <CodeStep app={app} onDone={finish} {...rest} />
}

type StepProps<Result> = Omit<SetUpAppProps, 'email' | 'onDone'> & { onDone: (result: Result) => void }

function PasswordStep({ email, onDone, ...rest }: StepProps<TotpSecret> & { email: string }) {
  const start = useEndpointMutation(secondFactor.startTotp, { gcTime: 0, onSuccess: onDone })
  const form = useSchemaForm(OwnerPasswordValues, { password: '' }, () => start.isError && start.reset())
  const runExclusive = useSingleFlight()
  const submit = form.submit((body) =>
    runExclusive((release) => start.mutate({ body }, { onError: form.showRefusal, onSettled: release })),
  )
  return (
    <MutationForm
      call={start}
      form={form}
      lead="You need an authenticator app or a password manager with codes. Enter your password to continue."
      send="Continue"
      onSubmit={submit}
      {...rest}
    >
      <OwnerPasswordFields email={email} form={form} readOnly={start.isPending} />
    </MutationForm>
  )
}

function CodeStep({ app, onDone, ...rest }: StepProps<string[]> & { app: TotpSecret }) {
  const confirm = useEndpointMutation(secondFactor.confirmTotp, {
    gcTime: 0,
    // The first second factor ends the other sessions.
    refreshes: [secondFactor.state, account.sessions],
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  const form = useSchemaForm(CodeForm, getInitialProof(['TOTP']), () => confirm.isError && confirm.reset())
  const runExclusive = useSingleFlight()
  const submit = form.submit(({ code }) =>
    runExclusive((release) => confirm.mutate({ body: { code } }, { onError: form.showRefusal, onSettled: release })),
  )
  return (
    <MutationForm call={confirm} form={form} send="Turn on" onSubmit={submit} {...rest}>
      <Flex wrap="wrap" justify="center" gap={20}>
        <QrCode text={app.uri} label="QR code for your authenticator app" />
        <Stack gap={8} flex="1 1 240px">
          <Text>Scan this with your authenticator app.</Text>
          <Text c="dimmed" fz="sm">
            Cannot scan it? Type this key into the app:
          </Text>
          <Group gap={4} wrap="nowrap">
            <Code className={classes.secret} fz="sm">
              {app.secret.match(/.{1,4}/g)?.join(' ')}
            </Code>
            <CopyButton value={app.secret} what="the key" />
          </Group>
        </Stack>
      </Flex>
      <ProofFields form={form} methods={['TOTP']} />
    </MutationForm>
  )
}

const CodeForm = z.object({ code: z.string().regex(/^\d{6}$/, 'Enter the 6-digit code from your app') })
