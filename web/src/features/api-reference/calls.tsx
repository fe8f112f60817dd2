import { Paper, Text, Title, UnstyledButton } from '@mantine/core'
import { Activity, type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react'
import classes from './api-reference.module.css'
import { CallDetails } from './call-details.tsx'
import { type ApiCall, groupApiKeyCalls, listEvents, type OpenApiDocument } from './openapi.ts'
import { InlineCodeText } from './parts.tsx'

const headingId = (id: string) => `call-${id}`

type CallsProps = {
  document: OpenApiDocument
  apiKey: string
  /** The call or event selected in the URL. */
  call?: string | undefined
  onCall: (call: string | undefined) => void
}

export function Calls({ document: openApi, apiKey, call: activeCall, onCall }: CallsProps) {
  const groups = groupApiKeyCalls(openApi)
  const events = listEvents(openApi)
  // Whether each opened call is still open, the most recent last. A closed call keeps its input.
  const [opened, setOpened] = useState<Record<string, boolean>>({})
  const [scrollTarget, setScrollTarget] = useState<string>()
  const openCall = useEffectEvent((id: string) => {
    const isKnown = [...groups.flatMap(({ calls }) => calls), ...events].some((call) => call.operationId === id)
    if (!isKnown || opened[id]) return
    setOpened({ ...opened, [id]: true })
    setScrollTarget(id)
  })
  useLayoutEffect(() => {
    if (activeCall) openCall(activeCall)
  }, [activeCall])
  // Scrolls after the details are rendered; before that the page may be too short.
  useLayoutEffect(() => {
    if (scrollTarget) document.getElementById(headingId(scrollTarget))?.scrollIntoView()
  }, [scrollTarget])

  const toggle = (id: string) => {
    const { [id]: isOpen = false, ...others } = opened
    const next = { ...others, [id]: !isOpen }
    setOpened(next)
    onCall(Object.keys(next).findLast((other) => next[other]))
  }

  const renderCall = (call: ApiCall, details: ReactNode) => {
    const isOpen = opened[call.operationId]
    return (
      <Paper key={call.operationId} withBorder mb="xs" className={classes.call}>
        <Title order={3} id={headingId(call.operationId)} className={classes.heading}>
          <UnstyledButton aria-expanded={isOpen ?? false} onClick={() => toggle(call.operationId)}>
            <Text span inherit fz="xs" fw={600} w={52} tt="uppercase" c="var(--mantine-color-brand-light-color)">
              {call.method}
            </Text>
            <Text span inherit fw={600} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {call.path}
            </Text>
            <Text span inherit fw={400} c="dimmed" flex="1 1 260px">
              {call.summary}
            </Text>
          </UnstyledButton>
        </Title>
        {isOpen !== undefined && <Activity mode={isOpen ? 'visible' : 'hidden'}>{details}</Activity>}
      </Paper>
    )
  }

  return (
    <>
      {groups.map(({ name, description, calls }) => (
        <section key={name}>
          <Title order={2} mt={32} mb={4}>
            {name}
          </Title>
          {description && (
            <Text c="dimmed" mb="sm">
              <InlineCodeText text={description} />
            </Text>
          )}
          {calls.map((call) =>
            renderCall(call, <CallDetails call={call} schemas={openApi.components.schemas} apiKey={apiKey} />),
          )}
        </section>
      ))}
      <section>
        <Title order={2} mt={32} mb="sm">
          Webhooks
        </Title>
        {events.map((event) => renderCall(event, <CallDetails call={event} schemas={openApi.components.schemas} />))}
      </section>
    </>
  )
}
