import { SecondFactorProof } from '@dooryard/contract/identity/second-factor'
import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import type { PasskeyRequestOptions } from '@dooryard/contract/identity/webauthn'
import { Anchor, Text, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { z } from 'zod'
import { BrowserError } from '../../lib/api/errors.ts'
import { hasPasskeySupport } from '../../lib/passkeys/passkey-support.ts'
import { CodeField } from './code-field.tsx'
import type { SchemaForm } from './use-schema-form.ts'

export type ProofValues = { method: SecondFactorMethod; code: string }

const [TotpProof, RecoveryProof] = SecondFactorProof.options

/** What the form has before it is sent: a passkey is asked for then. */
export const ProofForm = z.discriminatedUnion('method', [
  TotpProof,
  RecoveryProof,
  z.object({ method: z.literal('PASSKEY') }),
])

/** Begins with the first method that this browser has. */
export const getInitialProof = (methods: readonly SecondFactorMethod[]): ProofValues => ({
  method: methods.find((method) => method !== 'PASSKEY' || hasPasskeySupport()) ?? 'RECOVERY_CODE',
  code: '',
})

/** The proof of a form that is sent; has the browser ask for a passkey. BrowserError if the user chooses none. */
export async function readProof(
  { method, code }: ProofValues,
  getPasskeyOptions: () => Promise<PasskeyRequestOptions>,
): Promise<SecondFactorProof> {
  if (method !== 'PASSKEY') return { method, code }
  const [{ requestPasskey }, options] = await Promise.all([
    import('../../lib/passkeys/ceremonies.ts'),
    getPasskeyOptions(),
  ])
  const passkey = await requestPasskey(options)
  if (!passkey) throw new BrowserError('No passkey was used. Try again, or choose another way below.')
  return { method, passkey }
}

const labelByMethod: Record<Exclude<SecondFactorMethod, 'PASSKEY'>, string> = {
  TOTP: 'Code of your authenticator app',
  RECOVERY_CODE: 'Recovery code',
}

const switchLabelByMethod: Record<SecondFactorMethod, string> = {
  PASSKEY: 'Use a passkey',
  TOTP: 'Use your authenticator app',
  RECOVERY_CODE: 'Use a recovery code',
}

type ProofFieldsProps<V extends ProofValues> = { form: SchemaForm<V>; methods: readonly SecondFactorMethod[] }

/**
 * The second factor, by the method that the user chooses: a code, or a passkey. A complete code of the app submits the form, once; a
 * refused one is cleared, so that the next can be typed.
 */
export function ProofFields<V extends ProofValues>({ form, methods }: ProofFieldsProps<V>) {
  const { method, code } = form.values
  const { error, ...input } = form.getInputProps('code')
  const field = useRef<HTMLDivElement>(null)
  const setValues = (values: Partial<ProofValues>) => form.setValues((now) => ({ ...now, ...values }))
  const submit = useEffectEvent(() => field.current?.closest('form')?.requestSubmit())
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the field appears, and each time another takes its place
  useEffect(() => form.getInputNode('code')?.focus(), [method])
  useEffect(() => {
    if (method === 'TOTP' && code.length === 6) submit()
  }, [method, code])
  return (
    <div ref={field}>
      {method === 'PASSKEY' && <Text>Your browser asks for your passkey when you continue.</Text>}
      {method === 'RECOVERY_CODE' && (
        <TextInput
          label={labelByMethod[method]}
          description="Each of them works once."
          placeholder="XXXXX-XXXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          size="md"
          error={error}
          {...input}
        />
      )}
      {method === 'TOTP' && (
        <CodeField
          label={labelByMethod[method]}
          {...input}
          value={code}
          error={error}
          data-path="code"
          onInvalidPaste={() => setValues({ code: '' })}
        />
      )}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Anchor
            key={other}
            component="button"
            type="button"
            display="block"
            mt={12}
            fz="sm"
            c="var(--mantine-color-brand-light-color)"
            onClick={() => {
              form.clearErrors()
              setValues({ method: other, code: '' })
            }}
          >
            {switchLabelByMethod[other]}
          </Anchor>
        ))}
    </div>
  )
}
