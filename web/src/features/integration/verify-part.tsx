import { secretOverlapHours } from '@dooryard/contract/limits'
import { webhookFailingDays, webhookRetryMs, webhookTimeoutMs } from '@dooryard/contract/webhooks'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Segments } from '../../ui/display/segments.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { CodeBlock } from './code-block.tsx'
import { useTestEvent, webhookList } from './guide.data.ts'
import classes from './guide.module.css'
import { GuideStep } from './guide-step.tsx'
import type { IntegrationSearch, Library } from './integration-search.ts'
import { receivers, secretVariable } from './receiver-snippets.ts'
import { TestStep } from './test-step.tsx'
import { WebhookStep } from './webhook-step.tsx'

const librarySegments = [
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
  { value: 'svix', label: 'Node, svix' },
  { value: 'none', label: 'By hand' },
] as const satisfies { value: Library; label: string }[]

/** What is said of each way beside its program. */
const libraryWords: Record<Library, ReactNode> = {
  node: (
    <>
      With <a href="https://www.npmjs.com/package/standardwebhooks">standardwebhooks</a>, the library of the standard.
    </>
  ),
  python: (
    <>
      With <a href="https://pypi.org/project/standardwebhooks/">standardwebhooks</a>, the library of the standard.
    </>
  ),
  svix: (
    <>
      With <a href="https://www.npmjs.com/package/svix">svix</a>, if your program has it already.
    </>
  ),
  none: (
    <>
      Without a library, in any language: the base64 behind <code>whsec_</code> is the key, and what it signs by
      HMAC-SHA256 is the header <code>webhook-id</code>, a full stop, <code>webhook-timestamp</code>, a full stop, and
      the body. One of the signatures behind <code>v1,</code> has to be the same.
    </>
  ),
}

/** What is typed to start a receiver. Pasted together, the second would take the third for the secret. */
function Starting({ library }: { library: Library }) {
  const { install, run } = receivers[library]
  const place = 'In a terminal, in bash or zsh'
  return (
    <>
      {install && <CodeBlock what="Installing the library" place={place} code={install} />}
      <p>Run this, paste the secret, and press Enter: so it stands in no file and in no history.</p>
      <CodeBlock
        what="Giving the secret"
        place={place}
        code={`read -rs ${secretVariable} && export ${secretVariable}`}
      />
      <CodeBlock what="Starting the receiver" place={place} code={run} />
    </>
  )
}

function Receiver({ library, onLibrary }: { library: Library; onLibrary: (library: Library) => void }) {
  const { file, code } = receivers[library]
  return (
    <>
      <fieldset className={classes.languages}>
        <legend className="visually-hidden">Library</legend>
        <Segments name="library" segments={librarySegments} value={library} onChange={onLibrary} />
      </fieldset>
      <p>{libraryWords[library]}</p>
      <CodeBlock what="The receiver" place={file} code={code} />
      <Starting library={library} />
    </>
  )
}

const tries = webhookRetryMs.length + 1

const rules: [title: string, text: ReactNode][] = [
  [
    'Verify the body as it came',
    'The signature is of its bytes. A framework that parses JSON first and prints it again changes them: in Express, ' +
      "take express.raw({ type: 'application/json' }) for this address.",
  ],
  [
    'Mind the clock',
    'What was signed more than five minutes ago is refused, so that nobody can send an old event again. Keep the ' +
      'clock of your server right.',
  ],
  [
    'Expect an event twice',
    'An answer can be lost on its way. Every try of an event has the same webhook-id: remember those you have done.',
  ],
  [
    `Answer within ${webhookTimeoutMs / 1000} seconds`,
    `With any 2xx, before the work is done. Anything else is tried again, ${tries} times over more than a day; 410 ` +
      `stops it, and so do ${webhookFailingDays} days of nothing but failures.`,
  ],
  [
    'Change the secret without a gap',
    `For ${secretOverlapHours} hours the old and the new one both sign, and webhook-signature has both signatures: ` +
      'whoever knows one of them goes on.',
  ],
]

function Rules() {
  return (
    <section className={classes.rules} aria-label="What to mind">
      <h2>What to mind</h2>
      <dl>
        {rules.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** From a webhook to an event that was proved to be ours. */
export function VerifyPart({ state, onState }: { state: IntegrationSearch; onState: OnState }) {
  const { data, error, refetch } = useQuery(webhookList())
  const webhook = data?.items.find(({ id }) => id === state.webhook) ?? data?.items[0]
  const test = useTestEvent(webhook)
  if (!data)
    return error ? (
      <LoadFailure what="Your webhooks" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={560} radius="md" />
    )
  return (
    <div className={classes.guide}>
      <div className={classes.steps}>
        <GuideStep number={1} title="Choose a webhook" isDone={webhook !== undefined}>
          <WebhookStep webhooks={data.items} chosen={webhook} onChoose={(id) => onState({ webhook: id })} />
        </GuideStep>
        <GuideStep number={2} title="Run a receiver" isDone={test.hasPassed}>
          <Receiver library={state.library ?? 'node'} onLibrary={(library) => onState({ library })} />
        </GuideStep>
      </div>
      <div className={classes.aside}>
        <TestStep webhook={webhook} test={test} />
      </div>
      <Rules />
    </div>
  )
}
