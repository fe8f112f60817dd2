import { secretOverlapHours } from '@dooryard/contract/api/limits'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import {
  maxWebhooks,
  type Webhook,
  webhookFailingDays,
  webhookRetryMs,
  webhookTimeoutMs,
} from '@dooryard/contract/integrations/webhooks'
import { NativeSelect, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { buildQuery } from '../../../lib/api/query.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { useIsImpersonating } from '../../../lib/session/use-is-impersonating.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Segments } from '../../../ui/display/segments.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { CodeBlock } from '../code-block.tsx'
import type { IntegrationSearch, Library } from '../integration-search.ts'
import { useTestEvent } from './guide.data.ts'
import { GuideFrame, GuideStep } from './guide-frame.tsx'
import { librarySegments, receiverPort, receivers, secretVariable } from './receiver-snippets.ts'
import { TestStep } from './test-step.tsx'

const renderLink = (library: string, href: string) => <a href={href}>{library}</a>

const textByLibrary: Record<Library, ReactNode> = {
  node: (
    <>
      With {renderLink('standardwebhooks', 'https://www.npmjs.com/package/standardwebhooks')}, the library of the
      standard.
    </>
  ),
  python: (
    <>
      With {renderLink('standardwebhooks', 'https://pypi.org/project/standardwebhooks/')}, the library of the standard.
    </>
  ),
  svix: <>With {renderLink('svix', 'https://www.npmjs.com/package/svix')}, if your program has it already.</>,
  none: (
    <>
      Without a library, in any language: the base64 behind <code>whsec_</code> is the key, and what it signs by
      HMAC-SHA256 is the header <code>webhook-id</code>, a full stop, <code>webhook-timestamp</code>, a full stop, and
      the body. One of the signatures behind <code>v1,</code> has to be the same.
    </>
  ),
}

const terminalLabel = 'In a terminal, in bash or zsh'

function ReceiverPanel({ library, onLibrary }: { library: Library; onLibrary: (library: Library) => void }) {
  const { file, code, install, run } = receivers[library]
  return (
    <>
      <fieldset className="plain">
        <legend className="visually-hidden">Library</legend>
        <Segments name="library" segments={librarySegments} value={library} onChange={onLibrary} />
      </fieldset>
      <p>{textByLibrary[library]}</p>
      <CodeBlock what="The receiver" location={file} code={code} />
      {install && <CodeBlock what="Installing the library" location={terminalLabel} code={install} />}
      <p>Run this, paste the secret, and press Enter, so it is not saved in a file or in shell history.</p>
      {/* If both were pasted together, the first would read the second as the secret. */}
      <CodeBlock
        what="Giving the secret"
        location={terminalLabel}
        code={`read -rs ${secretVariable} && export ${secretVariable}`}
      />
      <CodeBlock what="Starting the receiver" location={terminalLabel} code={run} />
    </>
  )
}

function ImpersonationNotice() {
  const user = useUser()
  return (
    <Notice tone="warn">
      You are impersonating {formatUserName(user)}. You can send tests. Only they can see and change their webhooks and
      secrets.
    </Notice>
  )
}

function NoWebhookNotice() {
  const isActing = useIsImpersonating()
  return (
    <>
      <p>
        A webhook sends events to your server as they happen. Add one for the receiver below: it listens on port{' '}
        {receiverPort}, which must be reachable from outside, for example by a tunnel. A demo reaches{' '}
        <code>http://localhost:{receiverPort}</code> directly.
      </p>
      {isActing ? (
        <ImpersonationNotice />
      ) : (
        <div>
          <LinkButton to="/portal/webhooks" leftSection={<Plus size={16} aria-hidden="true" />}>
            Add a webhook
          </LinkButton>
        </div>
      )}
    </>
  )
}

type WebhookChoiceProps = { webhooks: Webhook[]; chosen: Webhook; onChoose: (id: string) => void }

function WebhookChoice({ webhooks: all, chosen: { id, isActive }, onChoose }: WebhookChoiceProps) {
  const isActing = useIsImpersonating()
  return (
    <>
      <NativeSelect
        label="Webhook"
        value={id}
        data={all.map(({ id: value, url, description }) => ({
          value,
          label: description ? `${description} (${url})` : url,
        }))}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      />
      {!isActive && <Notice tone="warn">This webhook is disabled and receives no events.</Notice>}
      {isActing && <ImpersonationNotice />}
      <p>
        Its secret is on{' '}
        <Link to="/portal/webhooks/$webhookId" params={{ webhookId: id }}>
          its own page
        </Link>
        , under Reveal. The receiver below needs it. Keep it secret.
      </p>
    </>
  )
}

const maxAttempts = webhookRetryMs.length + 1

const verificationRules: [title: string, text: ReactNode][] = [
  [
    'Verify the raw body',
    'The signature covers the exact bytes. A framework that parses the JSON first changes them: in Express, ' +
      "use express.raw({ type: 'application/json' }) for this route.",
  ],
  [
    'Keep your clock right',
    'Events signed more than five minutes ago are refused, so that nobody can replay an old one.',
  ],
  [
    'Expect duplicates',
    'A response can get lost. Retries of an event have the same webhook-id: skip those you have processed.',
  ],
  [
    `Respond within ${webhookTimeoutMs / 1000} seconds`,
    `Respond with a 2xx first, then process the event. Otherwise it is sent ${maxAttempts} times over more than a day. A 410, ` +
      `or ${webhookFailingDays} days of failures only, disables the webhook.`,
  ],
  [
    'Rotate the secret without downtime',
    `For ${secretOverlapHours} hours both secrets sign, and webhook-signature has both signatures: a receiver with ` +
      'either secret keeps working.',
  ],
  [
    'Check isTest',
    'A webhook with “Send test events” also gets events of test keys. They have isTest in the event and in its order: ' +
      'skip them where you act on real orders.',
  ],
]

const ruleGrid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
  gap: '16px 32px',
  margin: 0,
}

const VerificationRules = () => (
  <Paper component="section" withBorder miw={0} px="var(--panel-padding)" py={20} aria-label="Best practices">
    <Title order={2} mb={12}>
      Best practices
    </Title>
    <dl style={ruleGrid}>
      {verificationRules.map(([title, text]) => (
        <div key={title}>
          <Text component="dt" fw={550} lh="20px">
            {title}
          </Text>
          <Text component="dd" m={0} mt={2} maw="84ch" c="dimmed" fz="sm" lh="20px">
            {text}
          </Text>
        </div>
      ))}
    </dl>
  </Paper>
)

export function VerifyTab({ state, onState }: { state: IntegrationSearch; onState: OnTableStateChange }) {
  const result = useQuery(buildQuery(webhooks.list, { query: { limit: maxWebhooks } }))
  const webhook = result.data?.items.find(({ id }) => id === state.webhook) ?? result.data?.items[0]
  const test = useTestEvent(webhook)
  return (
    <QueryContent what="Your webhooks" result={result} loading={560}>
      {({ items }) => (
        <GuideFrame aside={<TestStep webhook={webhook} test={test} />} footer={<VerificationRules />}>
          <GuideStep number={1} title="Choose a webhook" isDone={webhook !== undefined}>
            {webhook ? (
              <WebhookChoice webhooks={items} chosen={webhook} onChoose={(id) => onState({ webhook: id })} />
            ) : (
              <NoWebhookNotice />
            )}
          </GuideStep>
          <GuideStep number={2} title="Run a receiver" isDone={test.hasPassed}>
            <ReceiverPanel library={state.library ?? 'node'} onLibrary={(library) => onState({ library })} />
          </GuideStep>
        </GuideFrame>
      )}
    </QueryContent>
  )
}
