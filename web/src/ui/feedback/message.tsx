import { Center, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTitle } from '../../lib/navigation/use-title.ts'
import { LogoMark } from '../brand/logo.tsx'

type MessagePageProps = { within: boolean; isMain?: boolean; role?: 'alert'; children: ReactNode }

/** A message centered in the page, or `within` the portal, which stays usable. */
export const MessagePage = ({ within, isMain, role, children }: MessagePageProps) => (
  <Center
    component={isMain ? 'main' : 'div'}
    pos="relative"
    mih={within ? '60dvh' : 'calc(100dvh - var(--banner-height, 0px))'}
    px={16}
    py={24}
    {...(role && { role })}
  >
    <Stack align="center" gap={0} w="min(100%, 480px)" ta="center">
      {children}
    </Stack>
  </Center>
)

type MessageCardProps = { code?: string; title: string; text: string; actions: ReactNode }

export function MessageCard({ code, title, text, actions }: MessageCardProps) {
  useTitle(title)
  return (
    <>
      <LogoMark size={40} />
      {code && (
        <Text c="dimmed" fw={600} lts="0.08em" mt={20}>
          {code}
        </Text>
      )}
      <Title mt={12}>{title}</Title>
      <Text c="dimmed" mt={8} style={{ textWrap: 'balance' }}>
        {text}
      </Text>
      <Group justify="center" gap={8} mt={20}>
        {actions}
      </Group>
    </>
  )
}
