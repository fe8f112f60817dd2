import { expect, test } from 'vitest'
import { buildConstantModule, parseModule, splitContractImports } from './slim-contract.ts'

const code = `
import { callsWith, endpoint } from "./endpoint.ts";
import { User as Person } from "./users.ts";
import { z } from "zod";
const Inner = z.object({ id: z.string() });
export const Outer = Inner.extend({ user: Person });
const shared = { tag: "Lists", access: "ANYONE" };
export const lists = {
  get: endpoint({ ...shared, method: "GET", path: "/v1/lists/{id}", summary: "One", params: Inner, response: Outer, access: "ANYONE" }),
  watch: endpoint({ ...shared, method: "GET", path: "/v1/watch", response: Outer, answers: "stream" }),
};
const listCall = callsWith(shared);
export const calls = {
  get: listCall("GET /v1/lists/{id}", "One", { params: Inner, response: Outer, access: "ANYONE" }),
  watch: listCall(\`GET \${prefix}/watch\`, "It", { response: Outer, answers: "stream" }),
};
export function getPath(list) {
  return { path: lists.get.path, z: list.z };
}
`
const parsed = parseModule('/contract/src/lists.ts', code)
const buildOne = (name: string) => buildConstantModule(parsed, name)

test('an endpoint keeps only the fields that the client reads, and a stream keeps its response schema', () => {
  const text = buildOne('lists')
  expect(text).toContain('({ ...shared, method: "GET", path: "/v1/lists/{id}", access: "ANYONE" })')
  expect(text).toContain('({ ...shared, method: "GET", path: "/v1/watch", response: Outer })')
})

test('an endpoint declared by its route keeps the same fields', () => {
  const text = buildOne('calls')
  expect(text).toContain('listCall("GET /v1/lists/{id}", "", { access: "ANYONE" })')
  expect(text).toMatch(/listCall\(`GET \$\{prefix\}\/watch`, "", \{ response: Outer \}\)/)
})

test('a constant imports each name that it refers to separately', () => {
  const imports = buildOne('Outer').split('\n').slice(0, -3)
  expect(imports).toEqual([
    'import { Inner as Inner } from "/contract/src/lists.ts?only=Inner"',
    'import { User as Person } from "/contract/src/users.ts?only=User"',
  ])
  expect(buildOne('Inner')).toContain('import { z as z } from "zod"')
})

test('a property with the same name as an import is not imported', () => {
  expect(buildOne('getPath')).toMatch(/^import \{ lists as lists \} from "[^"]+"\nfunction getPath/)
})

test('an unused schema may be dropped', () => {
  expect(buildOne('Inner')).toContain('const Inner = /* @__PURE__ */ (() => (z.object({ id: z.string() })))()')
})

test('an undeclared name is rejected', () => {
  expect(() => buildOne('Missing')).toThrow('/contract/src/lists.ts declares no Missing')
})

test.each(['about', 'orders/orders'])(
  'a contract import of the client is split into one import per name: %s',
  (module) => {
    const text = splitContractImports(
      `import { First, Second as Other } from "@dooryard/contract/${module}";\nimport { a } from "./a.ts";`,
    )
    expect(text).toMatch(new RegExp(`import \\{ First as First \\} from ".*/contract/src/${module}\\.ts\\?only=First"`))
    expect(text).toMatch(
      new RegExp(`import \\{ Second as Other \\} from ".*/contract/src/${module}\\.ts\\?only=Second"`),
    )
    expect(text).toContain('import { a } from "./a.ts"')
    expect(text).not.toContain('@dooryard/contract')
  },
)
