import { campaignTypes } from '@dooryard/contract/api/enums'
import type { ListedCampaign } from '@dooryard/contract/orders/campaigns'
import { Box, Flex, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { pluralize } from '../../../lib/format/format.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import { Segments } from '../../../ui/display/segments.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { CodeBlock } from '../code-block.tsx'
import type { Language } from '../integration-search.ts'
import {
  type Audience,
  buildCountRequest,
  buildOrderRequest,
  buildReadRequest,
  exampleAudience,
  keyPlaceholder,
  languageSegments,
  type SnippetRequest,
  snippetLanguages,
} from './call-snippets.ts'
import { campaignQuery } from './guide.data.ts'

type AudienceFieldProps = { campaigns: ListedCampaign[]; selectedId: string; onChoose: (id: string) => void }

function AudienceField({ campaigns, selectedId, onChoose }: AudienceFieldProps) {
  const choices = campaigns.map(({ id, name, campaignType }) => ({
    value: id,
    label: `${name} (${campaignTypes.label(campaignType)})`,
  }))
  const none = (
    <>
      No active campaigns. The example creates its own, or <Link to="/portal/campaigns/create">create one</Link>.
    </>
  )
  return (
    <NativeSelect
      label="Campaign"
      description={campaigns.length === 0 ? none : 'The snippets use its filters.'}
      value={selectedId}
      data={[...choices, { value: 'example', label: 'Example: absentee owners, out of state (Mail Ready)' }]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  )
}

/** What the smallest order of a type costs, and how many credits the user is short. */
function useSmallestOrder({ campaignType }: Audience) {
  const setting = useCreditSettings()?.find(({ key }) => key === campaignType)
  const balance = useQuery(currentUserQuery()).data?.balance
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
  /** Whether the key is a test key, whose orders cost nothing. */
  isTest: boolean
  /** Part of the Idempotency-Key: running the snippet again, in any language, places one order. */
  idempotencySuffix: string
  orderId: string | undefined
  /** Called when a snippet, and the key in it, was copied. */
  onCopied: () => void
}

type Snippet = { name: string; title: string; call: SnippetRequest; text: ReactNode; note?: ReactNode }

/** The requests for an audience, with their descriptions: count, order, read. */
function useSnippets({ audience, secret, isTest, idempotencySuffix, orderId }: SnippetsProps): Snippet[] {
  const smallest = useSmallestOrder(audience)
  const caller = { origin: window.location.origin, key: secret ?? keyPlaceholder }
  const count: Snippet = {
    name: 'count',
    title: 'Count',
    call: buildCountRequest(caller, audience),
    text: 'Free: how many leads an order can deliver, what is excluded and why, and the price.',
  }
  const read: Snippet = {
    name: 'read',
    title: 'Get the order',
    call: buildReadRequest(caller, orderId),
    text: (
      <>
        {orderId ? 'The newest order of this guide.' : 'Your newest order.'} Once it is completed, add{' '}
        <code>/download</code> to its URL for a link to the CSV, or <code>/leads</code> for the leads as JSON.
      </>
    ),
  }
  if (!smallest) return [count, read]
  const { quantity, creditRequired, credits, lacking } = smallest
  const idempotencyKey = `first-order-${audience.campaignId?.slice(-8) ?? 'example'}-${idempotencySuffix}`
  const order: Snippet = {
    name: 'order',
    title: 'Place an order',
    call: buildOrderRequest(caller, audience, { quantity, creditRequired, idempotencyKey }),
    text: (
      <>
        {isTest
          ? `The minimum order, ${pluralize(quantity, 'lead')}. With a test key it costs nothing and delivers generated leads.`
          : `The minimum order, ${pluralize(quantity, 'lead')}. It holds ${pluralize(credits, 'credit')}, charges for delivered leads and releases the rest.`}{' '}
        Run it again with the same <code>Idempotency-Key</code> and you get the same order.
      </>
    ),
    note: !isTest && lacking > 0 && (
      <Notice tone="warn">
        You need {pluralize(lacking, 'more credit')} for this order.{' '}
        <Link to="/portal/settings/pay-as-you-go">Buy credits</Link>
      </Notice>
    ),
  }
  return [count, order, read]
}

function Snippets(props: SnippetsProps) {
  const { location, write } = snippetLanguages[props.language]
  return useSnippets(props).map(({ name, title, call, text, note }) => (
    <Stack key={name} gap={16}>
      <Stack gap={8} pt={16} style={{ borderTop: '1px solid var(--line)' }}>
        <Title order={3}>{title}</Title>
        <p>{text}</p>
        <Box mt={4} miw={0}>
          <CodeBlock what={title} location={location(name)} code={write(call)} onCopied={props.onCopied} />
        </Box>
      </Stack>
      {note}
    </Stack>
  ))
}

/** The snippets of a campaign; fetches the campaign, since the list lacks its criteria. */
const CampaignSnippets = ({ campaignId, ...props }: Omit<SnippetsProps, 'audience'> & { campaignId: string }) => (
  <QueryContent
    what="The campaign"
    result={useQuery(campaignQuery(campaignId))}
    loading={<Skeleton height={480} radius="md" aria-label="Loading the campaign" />}
  >
    {({ name, campaignType, criteria }) => (
      <Snippets {...props} audience={{ campaignId, name, campaignType, criteria }} />
    )}
  </QueryContent>
)

type CallStepProps = Omit<SnippetsProps, 'audience'> & {
  campaigns: ListedCampaign[]
  /** The campaign from the URL; defaults to the newest. */
  campaignId: string | undefined
  onState: (change: { campaign?: string | undefined; language?: Language }) => void
}

export function CallStep({ campaigns, campaignId, onState, ...snippets }: CallStepProps) {
  // Stays set after the example has become a campaign, since the snippets still belong to the same order.
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
          <AudienceField campaigns={campaigns} selectedId={campaign?.id ?? 'example'} onChoose={choose} />
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
        <Notice tone="warn">This campaign is archived or deleted. The snippets use your newest one instead.</Notice>
      )}
      {campaign ? (
        <CampaignSnippets key={campaign.id} campaignId={campaign.id} {...snippets} />
      ) : (
        <Snippets audience={exampleAudience} {...snippets} />
      )}
    </>
  )
}
