import type { CampaignType } from '@dooryard/contract/api/enums'
import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { Center, Flex, Skeleton, Stack, Text } from '@mantine/core'
import { type LucideIcon, Mail, Phone } from 'lucide-react'
import { TypeCard } from '../../../../entities/order/type-card.tsx'
import { formatNumber, pluralize } from '../../../../lib/format/format.ts'
import { MissingRegistryNotice } from './dnc-coverage-panel.tsx'

const contentsByType: Record<CampaignType, string> = {
  MAIL_READY: 'Owner names and full mailing addresses.',
  CALL_READY: 'Up to three phones and two emails per lead. Only owners with a callable number are delivered.',
}

const iconByType: Record<CampaignType, LucideIcon> = { MAIL_READY: Mail, CALL_READY: Phone }

const TypeIcon = ({ type, isChosen }: { type: CampaignType; isChosen: boolean }) => {
  const Icon = iconByType[type]
  const colors = isChosen
    ? { bg: 'var(--mantine-color-brand-light)', c: 'var(--mantine-color-brand-light-color)' }
    : { bg: 'var(--raised)', c: 'dimmed' }
  return (
    <Center component="span" visibleFrom="sm" w={40} h={40} bdrs="md" {...colors}>
      <Icon size={20} aria-hidden="true" />
    </Center>
  )
}

function TypeText({ setting: { key, name, description, isActive } }: { setting: CreditSetting }) {
  return (
    <Flex component="span" direction="column" gap={2} c="dimmed">
      <Text component="strong" inherit fw={700} c={isActive ? 'var(--mantine-color-text)' : undefined}>
        {name}
      </Text>
      <span>{description || contentsByType[key]}</span>
      {description && key === 'CALL_READY' && <span>{contentsByType.CALL_READY}</span>}
      {!isActive && <span>Currently unavailable</span>}
    </Flex>
  )
}

const TypePrice = ({ setting: { creditRequired, minCampaignVolume, isActive } }: { setting: CreditSetting }) => (
  <Flex
    component="span"
    className="numbers"
    direction={{ base: 'row', sm: 'column' }}
    align={{ base: 'baseline', sm: 'flex-end' }}
    columnGap={6}
    fz="sm"
    lh="18px"
    c="dimmed"
  >
    <Text component="strong" fw={700} c={isActive ? 'var(--mantine-color-text)' : undefined}>
      {pluralize(creditRequired, 'credit')}
    </Text>
    <span>per lead</span>
    <span>at least {formatNumber(minCampaignVolume)}</span>
  </Flex>
)

type TypeStepProps = {
  settings: CreditSetting[] | undefined
  value: CampaignType | undefined
  onChange: (type: CampaignType) => void
}

export function TypeStep({ settings, value, onChange }: TypeStepProps) {
  if (!settings) return <Skeleton height={240} radius="md" />
  return (
    <Stack>
      <fieldset className="plain">
        <Text component="legend" mb="sm" p={0} fz={17} fw={600} lts="-0.011em">
          Campaign type
        </Text>
        <Stack gap="sm">
          {settings.map((setting) => (
            <TypeCard key={setting.id} setting={setting} value={value} onChange={onChange}>
              <TypeIcon type={setting.key} isChosen={value === setting.key} />
              <TypeText setting={setting} />
              <TypePrice setting={setting} />
            </TypeCard>
          ))}
        </Stack>
      </fieldset>
      {value === 'CALL_READY' && <MissingRegistryNotice />}
    </Stack>
  )
}
