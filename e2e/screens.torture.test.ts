import { testEveryWay } from './screens.ts'

testEveryWay()
