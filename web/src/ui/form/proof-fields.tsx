import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { Anchor, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { CodeField } from './code-field.tsx'
import type { ProofValues } from './proof.ts'
import type { SchemaForm } from './use-schema-form.ts'

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
 * The second factor, by the method that the user chooses: a code, or a passkey. A complete code of the app submits the
 * form, once; a refused one is cleared, so that the next can be typed.
 */
export function ProofFields<V extends ProofValues>({ form, methods }: ProofFieldsProps<V>) {
  const { method, code } = form.values
  const { error, ...input } = form.getInputProps('code')
  const [refusal, setRefusal] = useState<ReactNode>()
  const field = useRef<HTMLDivElement>(null)
  const setValues = (values: Partial<ProofValues>) => form.setValues((now) => ({ ...now, ...values }))
  const submit = useEffectEvent(() => field.current?.closest('form')?.requestSubmit())
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the field appears, and each time another takes its place
  useEffect(() => {
    if (method !== 'PASSKEY') form.getInputNode('code')?.focus()
    else field.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [method])
  useEffect(() => {
    if (method === 'TOTP' && code.length === 6) submit()
  }, [method, code])
  // Only the server finds fault with six digits.
  const refuse = useEffectEvent(() => {
    if (!error || method !== 'TOTP' || code.length < 6) return
    setRefusal(error)
    setValues({ code: '' })
    form.getInputNode('code')?.focus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the server refuses a code
  useEffect(() => refuse(), [error])
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
          data-autofocus
        />
      )}
      {method === 'TOTP' && (
        <CodeField
          label={labelByMethod[method]}
          {...input}
          value={code}
          error={refusal ?? error}
          onChange={(typed) => {
            setRefusal(undefined)
            input.onChange(typed)
          }}
          data-path="code"
          data-autofocus
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
              setRefusal(undefined)
              setValues({ method: other, code: '' })
            }}
          >
            {switchLabelByMethod[other]}
          </Anchor>
        ))}
    </div>
  )
}
