import { Group, Text } from '@mantine/core'

export const LogoMark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="#4f46e5" />
    <path d="M10 23V14a6 6 0 0 1 12 0v9z" fill="#fff" />
    <circle cx="18.6" cy="17.2" r="1.3" fill="#4f46e5" />
    <path d="M6 24.5h20" stroke="#a5b4fc" strokeWidth="2.4" strokeLinecap="round" />
  </svg>
)

export const Logo = () => (
  <Group component="span" display="inline-flex" gap={10} wrap="nowrap">
    <LogoMark />
    <Text span c="var(--mantine-color-text)" fz="lg" fw={650} lts="-0.02em" inherit>
      Dooryard
    </Text>
  </Group>
)
