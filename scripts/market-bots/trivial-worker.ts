import { type CourseTask, runCourse } from './trivial-course.ts';

// A terminal sends Ctrl-C to this process as well; the one that shares out the work ends it.
process.on('SIGINT', () => undefined);
process.on('message', (task: CourseTask) => {
  void runCourse(task).then((result) => process.send?.(result));
});
