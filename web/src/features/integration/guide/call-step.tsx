import type { ListedCampaign } from '@dooryard/contract/campaigns'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { Box, Flex, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { plural } from '../../../lib/format.ts'
import { me, useCreditSettings } from '../../../lib/me.ts'
import { Loaded } from '../../../ui/display/loaded.tsx'
import { Notice } from '../../../ui/display/panel.tsx'
import { Segments } from '../../../ui/display/segments.tsx'
import { CodeBlock } from '../code-block.tsx'
import type { Language } from '../integration-search.ts'
import {
  type Audience,
  type Call,
  countCall,
  exampleAudience,
  keyPlaceholder,
  languageSegments,
  orderCall,
  readCall,
  snippetLanguages,
} from './call-snippets.ts'
import { campaignOf } from './guide.data.ts'

type AudienceFieldProps = { campaigns: ListedCampaign[]; chosen: string; onChoose: (id: string) => void }

function AudienceField({ campaigns, chosen, onChoose }: AudienceFieldProps) {
  const choices = campaigns.map(({ id, name, campaignType }) => ({
    value: id,
    label: `${name} (${campaignTypes.label(campaignType)})`,
  }))
  const none = (
    <>
      None is active. The example makes one by itself, or <Link to="/portal/campaigns/create">create one</Link>.
    </>
  )
  return (
    <NativeSelect
      label="Campaign"
      description={campaigns.length === 0 ? none : 'The snippets have its criteria.'}
      value={chosen}
      data={[...choices, { value: 'example', label: 'Example: absentee owners, out of state (Mail Ready)' }]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  )
}

/** What the smallest order of a type takes, and how many credits the reader lacks for it. */
function useSmallestOrder({ campaignType }: Audience) {
  const setting = useCreditSettings()?.find(({ key }) => key === campaignType)
  const balance = useQuery(me()).data?.balance
  if (!setting) return undefined
  const { minCampaignVolume: quantity, creditRequired } = setting
  const credits = quantity * creditRequired
  const available = balance ? balance.subscriptionCredits + balance.onDemandCredits : credits
  return { quantity, creditRequired, credits, lacking: Math.max(0, credits - available) }
}

type SnippetsProps = {
  audience: Audience
  language: Language
  secret: string | undefined
  /** In the Idempotency-Key: whoever runs the snippet again, in whichever language, orders once. */
  once: string
  orderId: string | undefined
  /** A snippet was copied, and the key with it. */
  onTaken: () => void
}

type Snippet = { name: string; title: string; call: Call; text: ReactNode; note?: ReactNode }

/** The calls of an audience with what is said of each: counting, ordering, reading. */
function useSnippets({ audience, secret, once, orderId }: SnippetsProps): Snippet[] {
  const smallest = useSmallestOrder(audience)
  const caller = { origin: window.location.origin, key: secret ?? keyPlaceholder }
  const count: Snippet = {
    name: 'count',
    title: 'Count',
    call: countCall(caller, audience),
    text: 'Free, as often as you like: how many leads an order could deliver, what it leaves out and why, and what it would cost.',
  }
  const read: Snippet = {
    name: 'read',
    title: 'Read it',
    call: readCall(caller, orderId),
    text: (
      <>
        {orderId ? 'The newest order of this guide.' : 'Your newest order.'} Once it is completed, the same address with{' '}
        <code>/download</code> behind its id gives a link to the CSV, and with <code>/leads</code> the leads as JSON.
      </>
    ),
  }
  if (!smallest) return [count, read]
  const { quantity, creditRequired, credits, lacking } = smallest
  const idempotencyKey = `first-order-${audience.campaignId?.slice(-8) ?? 'example'}-${once}`
  const order: Snippet = {
    name: 'order',
    title: 'Place an order',
    call: orderCall(caller, audience, { quantity, creditRequired, idempotencyKey }),
    text: (
      <>
        The smallest there is: {plural(quantity, 'lead')}. It holds {plural(credits, 'credit')}, spends them for leads
        that are delivered, and gives back the rest. Run it again and the same <code>Idempotency-Key</code> gives the
        same order, not another.
      </>
    ),
    note: lacking > 0 && (
      <Notice tone="warn">
        You lack {plural(lacking, 'credit')} for it. <Link to="/portal/settings/pay-as-you-go">Buy credits</Link>
      </Notice>
    ),
  }
  return [count, order, read]
}

function Snippets(props: SnippetsProps) {
  const { place, write } = snippetLanguages[props.language]
  return useSnippets(props).map(({ name, title, call, text, note }) => (
    <Stack key={name} gap={16}>
      <Stack gap={8} pt={16} style={{ borderTop: '1px solid var(--line)' }}>
        <Title order={3}>{title}</Title>
        <p>{text}</p>
        <Box mt={4} miw={0}>
          <CodeBlock what={title} place={place(name)} code={write(call)} onCopied={props.onTaken} />
        </Box>
      </Stack>
      {note}
    </Stack>
  ))
}

/** The snippets of a campaign, whose list says little of its criteria. */
const CampaignSnippets = ({ campaignId, ...props }: Omit<SnippetsProps, 'audience'> & { campaignId: string }) => (
  <Loaded
    what="The campaign"
    result={useQuery(campaignOf(campaignId))}
    loading={<Skeleton height={480} radius="md" aria-label="Loading the campaign" />}
  >
    {({ name, campaignType, criteria }) => (
      <Snippets {...props} audience={{ campaignId, name, campaignType, criteria }} />
    )}
  </Loaded>
)

type CallStepProps = Omit<SnippetsProps, 'audience'> & {
  campaigns: ListedCampaign[]
  /** The address names it; the newest, unless it does. */
  campaignId: string | undefined
  onState: (change: { campaign?: string | undefined; language?: Language }) => void
}

export function CallStep({ campaigns, campaignId, onState, ...snippets }: CallStepProps) {
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
      <Flex
        direction={{ base: 'column', sm: 'row' }}
        align={{ base: 'stretch', sm: 'flex-end' }}
        gap={{ base: 16, sm: 24 }}
      >
        <Box flex={1} miw={0}>
          <AudienceField campaigns={campaigns} chosen={campaign?.id ?? 'example'} onChoose={choose} />
        </Box>
        <Box w={{ base: 'auto', sm: 300 }}>
          <fieldset className="plain">
            <Text component="legend" p={0} pb={4} fw={500}>
              Language
            </Text>
            <Segments
              name="language"
              segments={languageSegments}
              value={snippets.language}
              onChange={(language) => onState({ language })}
            />
          </fieldset>
        </Box>
      </Flex>
      {campaignId && !named && !wantsExample && (
        <Notice tone="warn">
          The campaign that this address names is archived or gone. The snippets have your newest one instead.
        </Notice>
      )}
      {campaign ? (
        <CampaignSnippets key={campaign.id} campaignId={campaign.id} {...snippets} />
      ) : (
        <Snippets audience={exampleAudience} {...snippets} />
      )}
    </>
  )
}
