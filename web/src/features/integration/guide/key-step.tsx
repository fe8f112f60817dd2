import { type ApiKey, type IssuedApiKey, maxApiKeys, NewApiKey } from '@dooryard/contract/integrations/api-keys'
import { apiScopes } from '@dooryard/contract/integrations/api-scopes'
import { Button, Flex, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Check, Copy, KeyRound } from 'lucide-react'
import { useCreateKey } from '../../../entities/api-key/issue-api-key.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { useIsImpersonating } from '../../../lib/session/use-is-impersonating.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { useCopy } from '../../../ui/display/copy-button.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { keyPlaceholder } from './call-snippets.ts'
import { getFreeName } from './free-name.ts'
import { SmallText } from './guide-frame.tsx'

const scopes = [...apiScopes.values]

const row = { direction: { base: 'column', sm: 'row' }, align: { base: 'stretch', sm: 'flex-start' }, gap: 12 } as const
const width = { base: 'auto', sm: 320 }
// Aligns with the input, not with its label.
const alignWithInput = { base: 0, sm: 25 }

type NewKeyProps = { keys: ApiKey[]; isActing: boolean; onCreated: (key: IssuedApiKey) => void }

function NewKeyForm({ keys, isActing, onCreated }: NewKeyProps) {
  const createKey = useCreateKey(onCreated)
  const runExclusive = useSingleFlight()
  const takenNames = keys.map(({ name }) => name)
  const initialValues = {
    name: getFreeName('First call', takenNames),
    scopes,
    allowedIps: [] as string[],
    isTest: true,
  }
  const form = useSchemaForm(NewApiKey, initialValues, () => createKey.isError && createKey.reset())
  const send = form.submit((values) =>
    runExclusive((release) =>
      createKey.mutate(NewApiKey.parse(values), { onError: form.showRefusal, onSettled: release }),
    ),
  )
  return (
    <form onSubmit={send} noValidate>
      <Stack gap={8}>
        <Flex {...row}>
          <TextInput
            label="Name of the new key"
            w={width}
            maxLength={100}
            autoComplete="off"
            disabled={isActing}
            {...form.getInputProps('name')}
          />
          <Button
            type="submit"
            mt={alignWithInput}
            disabled={isActing}
            loading={createKey.isPending}
            leftSection={<KeyRound size={16} aria-hidden="true" />}
          >
            Create test key
          </Button>
        </Flex>
        {createKey.error && <FailureNotice error={createKey.error} />}
        <SmallText>It can count, read orders and place test orders. You can revoke it under API keys.</SmallText>
      </Stack>
    </form>
  )
}

type IssuedKeyProps = { issued: IssuedApiKey; onCopied: () => void; onCreateAnother: () => void }

/** A key created on this page, the only place that can show it. */
function IssuedKey({ issued, onCopied, onCreateAnother }: IssuedKeyProps) {
  const { copy, isCopied } = useCopy(onCopied)
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <Notice tone="good">
        <strong>{issued.name}</strong> created. Copy it now: it is shown only once. The snippets below include it until
        you leave or reload this page.
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
        <Button
          mt={alignWithInput}
          leftSection={<Icon size={16} aria-hidden="true" />}
          onClick={() => copy(issued.key)}
        >
          {isCopied ? 'Copied' : 'Copy key'}
        </Button>
      </Flex>
      <span className="visually-hidden" role="status">
        {isCopied && 'The key is copied.'}
      </span>
      <div>
        <Button variant="default" onClick={onCreateAnother}>
          Use another key
        </Button>
      </div>
    </>
  )
}

function ExistingKey({ apiKey }: { apiKey: ApiKey }) {
  const missing = scopes.filter((scope) => !apiKey.scopes.includes(scope))
  return (
    <>
      <Notice tone="info">
        This key cannot be shown again: replace <code>{keyPlaceholder}</code> in the snippets with it, or create a new
        one.
      </Notice>
      {!apiKey.isTest && <Notice tone="warn">This is a live key: orders you place with it cost credits.</Notice>}
      {missing.length > 0 && (
        <Notice tone="warn">
          Some calls below will be refused. Missing permissions:{' '}
          {missing.map((scope) => apiScopes.label(scope)).join(', ')}.
        </Notice>
      )}
    </>
  )
}

type KeyStepProps = {
  keys: ApiKey[]
  chosen: ApiKey | undefined
  /** The selected key, if it was created on this page. */
  issued: IssuedApiKey | undefined
  onChoose: (id: string | undefined) => void
  onCreated: (key: IssuedApiKey) => void
  onCopied: () => void
}

export function KeyStep({ keys, chosen, issued, onChoose, onCreated, onCopied }: KeyStepProps) {
  const isActing = useIsImpersonating()
  const user = useUser()
  if (issued)
    return <IssuedKey key={issued.id} issued={issued} onCopied={onCopied} onCreateAnother={() => onChoose(undefined)} />
  const choices = keys.map(({ id, name, prefix, isTest }) => ({
    value: id,
    label: `${name} (${isTest ? 'test' : 'live'}, ${prefix}…)`,
  }))
  return (
    <>
      <p>
        Your program signs in with an API key. Try it with a test key first: its orders cost nothing and deliver
        generated leads. For real orders, create a live key under <Link to="/portal/api-keys">API keys</Link>.
      </p>
      {isActing && (
        <Notice tone="warn">You are impersonating {formatUserName(user)}. Only they can create API keys.</Notice>
      )}
      {keys.length < maxApiKeys && <NewKeyForm keys={keys} isActing={isActing} onCreated={onCreated} />}
      {keys.length > 0 && (
        <NativeSelect
          label="Or use an existing key"
          value={chosen?.id ?? ''}
          data={[{ value: '', label: 'Choose a key' }, ...choices]}
          onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
        />
      )}
      {chosen && <ExistingKey apiKey={chosen} />}
    </>
  )
}
