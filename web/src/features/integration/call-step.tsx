import type { Campaign, ListedCampaign } from '@dooryard/contract/campaigns'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { plural } from '../../lib/format.ts'
import { me, useCreditSettings } from '../../lib/me.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { Segments } from '../../ui/display/segments.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import {
  type Audience,
  type Call,
  countCall,
  exampleAudience,
  keyPlaceholder,
  orderCall,
  readCall,
  snippetOf,
} from './call-snippets.ts'
import { CodeBlock } from './code-block.tsx'
import { campaignOf } from './guide.data.ts'
import classes from './guide.module.css'
import type { Language } from './integration-search.ts'

const languageSegments = [
  { value: 'curl', label: 'curl' },
  { value: 'javascript', label: 'JavaScript' },
  { value: 'python', label: 'Python' },
] as const satisfies { value: Language; label: string }[]

/** Where a snippet goes, and how it is run. */
const placeOf = (name: string): Record<Language, string> => ({
  curl: 'In a terminal, in bash or zsh',
  javascript: `${name}.mjs, then: node ${name}.mjs`,
  python: `${name}.py, then: python3 ${name}.py`,
})

type SnippetProps = {
  title: string
  name: string
  language: Language
  call: Call
  onCopied: () => void
  children: ReactNode
}

function Snippet({ title, name, language, call, onCopied, children }: SnippetProps) {
  return (
    <div className={classes.snippet}>
      <h3>{title}</h3>
      <p>{children}</p>
      <CodeBlock what={title} place={placeOf(name)[language]} code={snippetOf(language, call)} onCopied={onCopied} />
    </div>
  )
}

type AudienceFieldProps = { campaigns: ListedCampaign[]; chosen: string; onChoose: (id: string) => void }

function AudienceField({ campaigns, chosen, onChoose }: AudienceFieldProps) {
  const choices = campaigns.map(({ id, name, campaignType }) => ({
    value: id,
    label: `${name} (${campaignTypes.label(campaignType)})`,
  }))
  return (
    <NativeSelect
      label="Campaign"
      description={
        campaigns.length === 0 ? (
          <>
            None is active. The example makes one by itself, or <Link to="/portal/campaigns/create">create one</Link>.
          </>
        ) : (
          'The snippets have its criteria.'
        )
      }
      value={chosen}
      data={[...choices, { value: 'example', label: 'Example: absentee owners, out of state (Mail Ready)' }]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  )
}

/** What the smallest order of a type takes, and whether the reader has it. */
function useSmallest({ campaignType }: Audience) {
  const setting = useCreditSettings()?.find(({ key }) => key === campaignType)
  const balance = useQuery(me()).data?.balance
  if (!setting) return undefined
  const { minCampaignVolume: quantity, creditRequired } = setting
  const credits = quantity * creditRequired
  const has = balance && balance.subscriptionCredits + balance.onDemandCredits
  return { order: { quantity, creditRequired }, credits, lacks: has !== undefined && has < credits ? credits - has : 0 }
}

type CallStepProps = {
  campaigns: ListedCampaign[]
  /** The address names it; the newest, unless it does. */
  campaignId: string | undefined
  language: Language
  secret: string | undefined
  /** In the Idempotency-Key: whoever runs the snippet again, in whichever language, orders once. */
  once: string
  orderId: string | undefined
  onState: (change: { campaign?: string | undefined; language?: Language }) => void
  /** A snippet was copied, and the key with it. */
  onTaken: () => void
}

const audienceOf = ({ id, name, campaignType, criteria }: Campaign): Audience => ({
  campaignId: id,
  name,
  campaignType,
  criteria,
})

type SnippetsProps = Pick<CallStepProps, 'language' | 'secret' | 'once' | 'orderId' | 'onTaken'> & {
  audience: Audience
}

/** The calls of an audience: counting, ordering, reading. */
function Snippets({ audience, language, secret, once, orderId, onTaken }: SnippetsProps) {
  const smallest = useSmallest(audience)
  const caller = { origin: window.location.origin, key: secret ?? keyPlaceholder }
  const idempotencyKey = `first-order-${audience.campaignId?.slice(-8) ?? 'example'}-${once}`
  return (
    <>
      <Snippet title="Count" name="count" language={language} call={countCall(caller, audience)} onCopied={onTaken}>
        Free, as often as you like: how many leads an order could deliver, what it leaves out and why, and what it would
        cost.
      </Snippet>
      {smallest && (
        <Snippet
          title="Place an order"
          name="order"
          language={language}
          call={orderCall(caller, audience, { ...smallest.order, idempotencyKey })}
          onCopied={onTaken}
        >
          The smallest there is: {plural(smallest.order.quantity, 'lead')}. It holds{' '}
          {plural(smallest.credits, 'credit')}, spends them for leads that are delivered, and gives back the rest. Run
          it again and the same <code>Idempotency-Key</code> gives the same order, not another.
        </Snippet>
      )}
      {smallest && smallest.lacks > 0 && (
        <Notice tone="warn">
          You lack {plural(smallest.lacks, 'credit')} for it.{' '}
          <Link to="/portal/settings/pay-as-you-go">Buy credits</Link>
        </Notice>
      )}
      <Snippet title="Read it" name="read" language={language} call={readCall(caller, orderId)} onCopied={onTaken}>
        {orderId ? 'The newest order of this guide.' : 'Your newest order.'} Once it is completed, the same address with{' '}
        <code>/download</code> behind its id gives a link to the CSV, and with <code>/leads</code> the leads as JSON.
      </Snippet>
    </>
  )
}

/** The same of a campaign, whose list says little of what it asks. */
function CampaignSnippets({ campaignId, ...props }: Omit<SnippetsProps, 'audience'> & { campaignId: string }) {
  const { data, error, refetch } = useQuery(campaignOf(campaignId))
  if (data) return <Snippets {...props} audience={audienceOf(data)} />
  if (error) return <LoadFailure what="The campaign" error={error} onRetry={() => void refetch()} />
  return <Skeleton height={480} radius="md" aria-label="Loading the campaign" />
}

/** The first calls, as programs that run as they stand. */
export function CallStep(props: CallStepProps) {
  const { campaigns, campaignId, onState, ...others } = props
  const { language } = others
  // Stays so once the example has become a campaign: the snippets are of the same order still.
  const [wantsExample, setWantsExample] = useState(campaigns.length === 0)
  const named = campaigns.find(({ id }) => id === campaignId)
  const campaign = wantsExample ? undefined : (named ?? campaigns[0])
  const choose = (id: string) => {
    setWantsExample(id === 'example')
    if (id !== 'example') onState({ campaign: id })
  }
  return (
    <>
      <div className={classes.choices}>
        <AudienceField campaigns={campaigns} chosen={campaign?.id ?? 'example'} onChoose={choose} />
        <fieldset className={classes.languages}>
          <legend>Language</legend>
          <Segments
            name="language"
            segments={languageSegments}
            value={language}
            onChange={(next) => onState({ language: next })}
          />
        </fieldset>
      </div>
      {campaignId && !named && !wantsExample && (
        <Notice tone="warn">
          The campaign that this address names is archived or gone. The snippets have your newest one instead.
        </Notice>
      )}
      {campaign ? (
        <CampaignSnippets key={campaign.id} campaignId={campaign.id} {...others} />
      ) : (
        <Snippets audience={exampleAudience} {...others} />
      )}
    </>
  )
}
