// What the threads of a pool start with. The pool calls require() first, which Node cannot do with every ES module.
const { workerData } = require('node:worker_threads');

module.exports = async (task) => {
  const { default: run } = await import(workerData);
  return run(task);
};
