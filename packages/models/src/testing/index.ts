export {
  type LocalEngineContractOptions,
  localEngineContract,
} from './local-engine-contract.ts';
