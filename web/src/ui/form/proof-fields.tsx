import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { Anchor, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { CodeField } from './code-field.tsx'
import type { SchemaForm } from './use-schema-form.ts'

export type ProofValues = { method: SecondFactorMethod; code: string }

export const initialProof: ProofValues = { method: 'TOTP', code: '' }

const labelByMethod: Record<SecondFactorMethod, string> = {
  TOTP: 'Code of your authenticator app',
  RECOVERY_CODE: 'Recovery code',
}

const switchLabelByMethod: Record<SecondFactorMethod, string> = {
  TOTP: 'Use your authenticator app',
  RECOVERY_CODE: 'Use a recovery code',
}

type ProofFieldsProps<V extends ProofValues> = { form: SchemaForm<V>; methods: readonly SecondFactorMethod[] }

/**
 * The second factor: a code of the method that the user chooses. A complete code of the app submits the form, once; a
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
      {method === 'RECOVERY_CODE' ? (
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
      ) : (
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
