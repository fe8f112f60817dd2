import { type ApiKey, type IssuedApiKey, mostApiKeys, NewApiKey } from '@dooryard/contract/api-keys'
import { apiScopes } from '@dooryard/contract/api-scopes'
import { Button, Flex, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Check, Copy, KeyRound } from 'lucide-react'
import { useCreateKey } from '../../../entities/api-key/issue-api-key.ts'
import { sentenceFor } from '../../../lib/errors.ts'
import { nameOf } from '../../../lib/names.ts'
import { useIsActing } from '../../../lib/use-is-acting.ts'
import { useUser } from '../../../lib/use-user.ts'
import { useCopying } from '../../../ui/display/copy-button.tsx'
import { Notice } from '../../../ui/display/panel.tsx'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { keyPlaceholder } from './call-snippets.ts'
import { freeName } from './free-name.ts'
import { SmallText } from './guide-frame.tsx'

const scopes = [...apiScopes.values]

const row = { direction: { base: 'column', sm: 'row' }, align: { base: 'stretch', sm: 'flex-start' }, gap: 12 } as const
const width = { base: 'auto', sm: 320 }
// In line with the input, not with its label.
const besideInput = { base: 0, sm: 25 }

type NewKeyProps = { keys: ApiKey[]; isActing: boolean; onMade: (key: IssuedApiKey) => void }

function NewKey({ keys, isActing, onMade }: NewKeyProps) {
  const make = useCreateKey(onMade)
  const singly = useSingleFlight()
  const takenNames = keys.map(({ name }) => name)
  const initialValues = { name: freeName('First call', takenNames), scopes }
  const form = useSchemaForm(NewApiKey, initialValues, () => make.isError && make.reset())
  const send = form.submit((values) =>
    singly((land) => make.mutate(NewApiKey.parse(values), { onError: form.showRefusal, onSettled: land })),
  )
  return (
    <form onSubmit={send} noValidate>
      <Stack gap={8}>
        <Flex {...row}>
          <TextInput
            label="Name of a new key"
            w={width}
            maxLength={100}
            autoComplete="off"
            disabled={isActing}
            {...form.getInputProps('name')}
          />
          <Button
            type="submit"
            mt={besideInput}
            disabled={isActing}
            loading={make.isPending}
            leftSection={<KeyRound size={16} aria-hidden="true" />}
          >
            Make a key
          </Button>
        </Flex>
        {make.error && <Notice tone="bad">{sentenceFor(make.error)}</Notice>}
        <SmallText>It may count, read orders and place orders. You can revoke it under API keys.</SmallText>
      </Stack>
    </form>
  )
}

type IssuedKeyProps = { issued: IssuedApiKey; onTaken: () => void; onOther: () => void }

/** A key that was made on this page, which alone can show it. */
function IssuedKey({ issued, onTaken, onOther }: IssuedKeyProps) {
  const { copy, isCopied } = useCopying(onTaken)
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <Notice tone="good">
        <strong>{issued.name}</strong> is made. This is the only time that it is shown: keep it where you keep
        passwords. The snippets below have it until you leave or reload this page.
      </Notice>
      <Flex {...row}>
        <PasswordInput
          label="API key"
          w={width}
          value={issued.key}
          readOnly
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key', tabIndex: 0 }}
          styles={{ innerInput: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button mt={besideInput} leftSection={<Icon size={16} aria-hidden="true" />} onClick={() => copy(issued.key)}>
          {isCopied ? 'Copied' : 'Copy key'}
        </Button>
      </Flex>
      <span className="visually-hidden" role="status">
        {isCopied && 'The key is copied.'}
      </span>
      <div>
        <Button variant="default" onClick={onOther}>
          Use another key
        </Button>
      </div>
    </>
  )
}

function EarlierKey({ apiKey }: { apiKey: ApiKey }) {
  const missing = scopes.filter((scope) => !apiKey.scopes.includes(scope))
  return (
    <>
      <Notice tone="info">
        Nobody can show this key again: put it where the snippets say <code>{keyPlaceholder}</code>, or make a new one.
      </Notice>
      {missing.length > 0 && (
        <Notice tone="warn">
          It may not do all that follows: it lacks {missing.map((scope) => apiScopes.label(scope)).join(', ')}.
        </Notice>
      )}
    </>
  )
}

type KeyStepProps = {
  keys: ApiKey[]
  chosen: ApiKey | undefined
  /** The chosen one, where it was made on this page. */
  issued: IssuedApiKey | undefined
  onChoose: (id: string | undefined) => void
  onMade: (key: IssuedApiKey) => void
  onTaken: () => void
}

export function KeyStep({ keys, chosen, issued, onChoose, onMade, onTaken }: KeyStepProps) {
  const isActing = useIsActing()
  const user = useUser()
  if (issued) return <IssuedKey key={issued.id} issued={issued} onTaken={onTaken} onOther={() => onChoose(undefined)} />
  const choices = keys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` }))
  return (
    <>
      <p>
        A program signs in with a key, not with your password. Each <Link to="/portal/api-keys">API key</Link> may do
        only what you allow it.
      </p>
      {isActing && (
        <Notice tone="warn">You are acting as {nameOf(user)}. Their API keys are theirs alone to make.</Notice>
      )}
      {keys.length < mostApiKeys && <NewKey keys={keys} isActing={isActing} onMade={onMade} />}
      {keys.length > 0 && (
        <NativeSelect
          label="Or a key that you have"
          value={chosen?.id ?? ''}
          data={[{ value: '', label: 'Choose a key' }, ...choices]}
          onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
        />
      )}
      {chosen && <EarlierKey apiKey={chosen} />}
    </>
  )
}
