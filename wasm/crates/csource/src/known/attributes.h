/*
 * Attributes that large projects write as macros, for a text that comes without the headers that define them. What
 * a text or its tree defines goes before this. A macro that changes no layout stands for nothing here.
 */

/* Linux: include/linux/compiler_attributes.h, compiler_types.h, compiler.h, init.h, cache.h, btf.h */
#define __packed			__attribute__((__packed__))
#define __aligned(x)			__attribute__((__aligned__(x)))
#define __aligned_largest		__attribute__((__aligned__))
#define __transparent_union		__attribute__((__transparent_union__))
#define ____cacheline_aligned		__attribute__((__aligned__(SMP_CACHE_BYTES)))
#define ____cacheline_aligned_in_smp	____cacheline_aligned
#define ____cacheline_internodealigned_in_smp ____cacheline_aligned
#define __cacheline_aligned		____cacheline_aligned
#define __cacheline_aligned_in_smp	____cacheline_aligned
#define __rcu
#define __user
#define __kernel
#define __iomem
#define __percpu
#define __force
#define __private
#define __nocast
#define __safe
#define __bitwise
#define __bitwise__
#define __designated_init
#define __randomize_layout
#define __no_randomize_layout
#define __counted_by(member)
#define __counted_by_le(member)
#define __counted_by_be(member)
#define __counted_by_ptr(member)
#define __element_count(member)
#define __sized_by(member)
#define __guarded_by(lock)
#define __pt_guarded_by(lock)
#define __cond_guarded_by(lock)
#define __nonstring
#define __may_alias
#define __deprecated
#define __read_mostly
#define __ro_after_init
#define __maybe_unused
#define __always_unused
#define __unused
#define __used
#define __must_hold(lock)
#define __refdata
#define __latent_entropy
#define __no_kcsan
#define __no_sanitize_or_inline
#define __data_racy
#define __mod_alloc
#define __visible
#define __cpuidle
#define __kptr
#define __kptr_ref
#define __kptr_untrusted
#define __ctx

/* Linux: include/linux/crypto.h, drivers/infiniband (rdma_restrict), include/drm (ptr_aligned) */
#define CRYPTO_MINALIGN_ATTR		____cacheline_aligned
#define __rdma_restrict
#define __packed_2_aligned		__attribute__((__packed__))

/* PostgreSQL: src/include/c.h, src/include/nodes/nodes.h */
#define pg_attribute_packed()		__attribute__((packed))
#define pg_attribute_aligned(a)		__attribute__((aligned(a)))
#define pg_node_attr(...)

/* QEMU: include/qemu/compiler.h */
#define QEMU_PACKED			__attribute__((packed))
#define QEMU_ALIGNED(X)			__attribute__((aligned(X)))

/* GLib: glib/gmacros.h */
#define G_GNUC_MAY_ALIAS

/* haproxy: include/haproxy/compiler.h, with threads */
#define ALIGNED(bytes)			__attribute__((__aligned__(bytes)))
#define ALWAYS_ALIGNED(bytes)		__attribute__((__aligned__(bytes)))
#define THREAD_ALIGNED(...)		__attribute__((__aligned__((__VA_ARGS__ + 0) ? : 64)))
