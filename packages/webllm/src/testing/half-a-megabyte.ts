// Browsers differ in how much they tell of their room: this one has little, and says so.
Object.defineProperty(StorageManager.prototype, 'estimate', {
  value: async () => ({ quota: 1_500_000, usage: 1_000_000 }),
});
