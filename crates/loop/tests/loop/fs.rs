//! File requests: whole files, trees and folders, each one job; errors as the system has them; cancelling.

use crate::support::{Calls, both};
use roundel_loop::{Lane, RunMode, cancel, fs, work};
use std::cell::RefCell;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of a test's own, removed with all that is in it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("loop-fs-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

both!(a_file_is_written_read_and_copied, |lp| {
    let folder = Folder::new();
    let (file, copy) = (folder.at("file"), folder.at("copy"));
    let calls = Calls::new();
    let hit = calls.clone();
    let target = copy.clone();
    fs::write(lp, file.clone(), b"whole".to_vec(), move |lp, written| {
        written.unwrap();
        let (source, hit) = (file.clone(), hit.clone());
        fs::append(lp, file, b" file".to_vec(), move |lp, written| {
            written.unwrap();
            let hit = hit.clone();
            fs::copy(lp, source, target.clone(), move |lp, copied| {
                assert_eq!(copied.unwrap(), 10);
                fs::read(lp, target, move |_, bytes| {
                    assert_eq!(bytes.unwrap(), b"whole file");
                    hit.hit();
                });
            });
        });
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
    assert_eq!(std::fs::read(copy).unwrap(), b"whole file");
});

both!(a_tree_is_made_listed_and_removed, |lp| {
    let folder = Folder::new();
    let tree = folder.at("tree");
    let seen = Rc::new(RefCell::new(Vec::new()));
    let (kept, root) = (Rc::clone(&seen), tree.clone());
    fs::make_folders(lp, tree.join("a/b"), move |lp, made| {
        made.unwrap();
        std::os::unix::fs::symlink("nowhere", root.join("link")).unwrap();
        fs::read_folder(lp, root.clone(), move |lp, entries| {
            let mut entries = entries.unwrap();
            entries.sort_by(|one, other| one.0.cmp(&other.0));
            for (name, kind) in entries {
                kept.borrow_mut().push((name.into_string().unwrap(), kind.is_symlink()));
            }
            fs::remove(lp, root, |_, removed| removed.unwrap());
        });
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(*seen.borrow(), [("a".to_owned(), false), ("link".to_owned(), true)]);
    assert!(!tree.exists());
});

both!(errors_are_the_systems, |lp| {
    let folder = Folder::new();
    let kinds = Rc::new(RefCell::new(Vec::new()));
    let missing = folder.at("missing");
    let (one, two, three) = (Rc::clone(&kinds), Rc::clone(&kinds), Rc::clone(&kinds));
    fs::read(lp, &missing, move |_, read| one.borrow_mut().push(read.unwrap_err().kind()));
    fs::rename(lp, &missing, folder.at("x"), move |_, renamed| {
        two.borrow_mut().push(renamed.unwrap_err().kind());
    });
    fs::remove(lp, &missing, move |_, removed| {
        three.borrow_mut().push(removed.unwrap_err().kind());
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(*kinds.borrow(), [io::ErrorKind::NotFound; 3]);
});

both!(a_request_that_is_cancelled_says_so, |lp| {
    let (release, gate) = std::sync::mpsc::channel::<()>();
    let gate = std::sync::Arc::new(std::sync::Mutex::new(gate));
    // All threads of the pool are busy, where there are threads.
    if lp.simulation().is_none() {
        for _ in 0..4 {
            let gate = gate.clone();
            let wait = move || {
                let _ = gate.lock().unwrap().recv();
            };
            work(lp, Lane::Fast, wait, |_, _| {});
        }
    }
    let calls = Calls::new();
    let hit = calls.clone();
    let id = fs::stat(lp, "/", move |_, found| {
        assert_eq!(
            found.unwrap_err().raw_os_error(),
            Some(rustix::io::Errno::CANCELED.raw_os_error())
        );
        hit.hit();
    });
    assert!(cancel(lp, id));
    drop(release);
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 1);
});
