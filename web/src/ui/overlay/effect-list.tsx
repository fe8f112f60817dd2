import { Stack } from '@mantine/core'

/** The effects of an action, one sentence each. */
export const EffectList = ({ label, effects }: { label: string; effects: string[] }) => (
  <Stack
    component="ul"
    gap={6}
    m={0}
    p="12px 14px 12px 30px"
    bd="1px solid var(--line)"
    bdrs="md"
    bg="var(--raised)"
    fz="sm"
    lh="20px"
    aria-label={label}
  >
    {effects.map((effect) => (
      <li key={effect}>{effect}</li>
    ))}
  </Stack>
)
